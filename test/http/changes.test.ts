import { Change, Values } from "@boardwright/core"
import { endpointRoutes } from "@boardwright/http"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { expectInvalid, expectError, type Home, ID, MISSING, onServer, TIME } from "./given.js"
import { givenInvited, WRITES } from "./writes.js"

type Client = ReturnType<typeof as>
interface Sent extends Change.Change {
  readonly [field: string]: unknown
}

const cursorOf = async ({ get }: Client): Promise<string> => (await get("/api/changes?since=now")).body.cursor

/** All changes after a cursor, page by page. */
const changesAfter = async ({ get }: Client, cursor: string, query = ""): Promise<ReadonlyArray<Sent>> => {
  const { body, status } = await get(`/api/changes?since=${cursor}${query}`)
  expect(status).toBe(200)
  return body.hasMore ? [...body.changes, ...(await changesAfter({ get } as Client, body.cursor, query))] : body.changes
}

const typesAfter = async (client: Client, cursor: string, query?: string): Promise<ReadonlyArray<string>> =>
  (await changesAfter(client, cursor, query)).map(({ type }) => type)

it("the table has every route that writes, except those of accounts, their tokens and their links to calendars", () => {
  const writing = endpointRoutes().filter(({ method }) => method !== "GET")
  const names = writing.map(({ name }) => name).filter((name) => !/^(accounts|tokens)\.|CalendarLink$/.test(name))
  expect(Object.keys(WRITES).toSorted()).toEqual([...names, "accounts.completeOnboarding"].toSorted())
})

const repository = Change.ChangeRepository

const { server, as, givenHome } = onServer()

describe("the feed of changes", () => {
  describe("has what each route writes", () => {
    it.each(Object.entries(WRITES))("%s", async (_, givenWrite) => {
      const home = await givenHome()
      const { by = home.user.id, changes, send } = await givenWrite(home)
      const cursor = await cursorOf(home)
      const answer = await send()
      expect(answer.status).toBeLessThan(300)
      const common = {
        id: ID,
        position: expect.any(Number),
        at: TIME,
        actorId: by,
        tokenId: null,
        requestId: answer.headers.get("x-request-id"),
        batchId: null,
        workspaceId: home.workspaceId,
        boardId: home.boardId,
        taskId: null
      }
      expect(await changesAfter(home, cursor)).toEqual((await changes(answer)).map((each) => ({ ...common, ...each })))
    })

    it("the first workspace of onboarding, for its owner", async () => {
      const user = await server().user("new")
      const client = as(user)
      const { headers } = await client.post("/api/auth/onboarding", {
        companyName: "Garden",
        role: "Gardener",
        firstWorkspace: "First"
      })
      const { body } = await client.get("/api/changes")
      const requestId = headers.get("x-request-id")
      expect(body.changes).toMatchObject([{ type: "workspace.created", actorId: user.id, requestId }])
    })

    it("the request id that the client sent", async () => {
      const home = await givenHome()
      const cursor = await cursorOf(home)
      const headers = { "x-request-id": "checkout-7.42_a" }
      await home.post("/api/workspaces", { name: "Garden" }, { headers })
      const { body } = await home.get(`/api/changes?since=${cursor}`)
      expect(body.changes).toMatchObject([{ type: "workspace.created", requestId: "checkout-7.42_a" }])
    })

    it("nothing of a request that changes nothing or is refused", async () => {
      const home = await givenHome()
      const taskId = await home.givenTask()
      const cursor = await cursorOf(home)
      await home.patch(`/api/tasks/${taskId}`, { name: "Task", status: "pending" })
      await home.patch(`/api/boards/${home.boardId}`, {})
      await home.patch(`/api/tasks/${taskId}`, { status: 5 })
      await home.del(`/api/tasks/${MISSING}`)
      expect(await changesAfter(home, cursor)).toEqual([])
    })
  })

  describe("is read by rights", () => {
    it("a viewer reads the board's changes, managers those of invitations too", async () => {
      const home = await givenHome()
      const [viewer, admin] = [await home.givenMember("viewer"), await home.givenMember("admin")]
      const cursor = await cursorOf(home)
      await home.givenTask()
      await givenInvited(home)
      await home.patch(`/api/workspaces/${home.workspaceId}`, { name: "Park" })
      await home.post("/api/boards", { name: "Other", workspaceId: home.workspaceId })
      const shared = ["task.created", "workspace.updated"]
      expect(await typesAfter(viewer, cursor)).toEqual(shared)
      expect(await typesAfter(admin, cursor)).toEqual(["task.created", "invitation.created", "workspace.updated"])
      expect(await typesAfter(home, cursor)).toEqual([
        "task.created",
        "invitation.created",
        "workspace.updated",
        "board.created"
      ])
    })

    it("an invited user reads the invitation, and the board's changes while it is pending", async () => {
      const home = await givenHome()
      const before = await cursorOf(home)
      const guest = await givenInvited(home)
      await home.givenTask()
      expect(await typesAfter(guest, before)).toEqual(["invitation.created", "task.created"])
      await guest.post(`/api/invitations/${guest.id}/decline`)
      await home.givenTask()
      expect(await typesAfter(guest, before)).toEqual(["invitation.created", "invitation.declined"])
    })

    it("a removed member reads the removal and nothing more", async () => {
      const home = await givenHome()
      const member = await home.givenMember("editor")
      const cursor = await cursorOf(home)
      const taskId = await home.givenTask()
      await home.del(`/api/boards/${home.boardId}/members/${member.user.id}`)
      await home.patch(`/api/tasks/${taskId}`, { status: "done" })
      expect(await typesAfter(member, cursor)).toEqual(["member.removed"])
      expectError(await member.get(`/api/changes?boardId=${home.boardId}`), 403, "Forbidden")
    })

    it("everyone who could read a board or a workspace reads its deletion, once", async () => {
      const home = await givenHome()
      const people = [home, await home.givenMember("viewer"), await givenInvited(home)]
      const cursor = await cursorOf(home)
      await home.del(`/api/boards/${home.boardId}`)
      for (const person of people) expect(await typesAfter(person, cursor)).toEqual(["board.deleted"])
      const later = await cursorOf(home)
      await home.del(`/api/workspaces/${home.workspaceId}`)
      expect(await typesAfter(home, later)).toEqual(["workspace.deleted"])
    })

    it("a stranger reads nothing, and nobody reads without a session", async () => {
      const home = await givenHome()
      const stranger = as(await server().user("stranger"))
      expect((await stranger.get("/api/changes")).body).toMatchObject({ changes: [], hasMore: false })
      expectError(await stranger.get(`/api/changes?boardId=${home.boardId}`), 403, "Forbidden")
      expectError(await stranger.get(`/api/changes?workspaceId=${home.workspaceId}`), 403, "Forbidden")
      expectError(await home.get(`/api/changes?boardId=${MISSING}`), 404, "Board not found")
      expectError(await home.get(`/api/changes?workspaceId=${MISSING}`), 404, "Workspace not found")
      expectError(await as(null).get("/api/changes"), 401, "Unauthorized")
    })
  })

  describe("is continued by its cursor", () => {
    it("in pages that are the whole, in ascending positions", async () => {
      const home = await givenHome()
      const cursor = await cursorOf(home)
      for (let at = 0; at < 7; at++) await home.givenTask({ name: `Task ${at}` })
      const whole = await changesAfter(home, cursor)
      expect(whole.map(({ fields }) => fields["name"]?.to)).toEqual(whole.map((_, at) => `Task ${at}`))
      const positions = whole.map(({ position }) => position)
      expect(positions).toEqual(positions.map((_, at) => (positions[0] ?? 0) + at))
      for (const limit of [1, 2, 7, 500]) expect(await changesAfter(home, cursor, `&limit=${limit}`)).toEqual(whole)
      const { body } = await home.get(`/api/changes?since=${cursor}&limit=3`)
      expect(body).toMatchObject({ changes: whole.slice(0, 3), hasMore: true })
    })

    it("starts at the head with now, and moves on with an empty page", async () => {
      const home = await givenHome()
      const { body } = await home.get(`/api/changes?since=now&boardId=${home.boardId}`)
      expect(body).toEqual({ changes: [], cursor: expect.any(String), hasMore: false })
      const others = await givenHome()
      const empty = (await home.get(`/api/changes?since=${body.cursor}`)).body
      expect(empty).toMatchObject({ changes: [], hasMore: false })
      expect(empty.cursor).not.toBe(body.cursor)
      await others.givenTask()
      await home.givenTask()
      expect(await typesAfter(home, empty.cursor)).toEqual(["task.created"])
    })

    it("by board, by workspace and by types", async () => {
      const home = await givenHome()
      const cursor = await cursorOf(home)
      const { body } = await home.post("/api/boards", { name: "Other", workspaceId: home.workspaceId })
      await home.post("/api/tasks", { boardId: body.board.id, name: "There" })
      await home.givenTask()
      await home.post("/api/workspaces", { name: "Second" })
      expect(await typesAfter(home, cursor, `&boardId=${home.boardId}`)).toEqual(["task.created"])
      expect(await typesAfter(home, cursor, `&workspaceId=${home.workspaceId}`)).toEqual([
        "board.created",
        "task.created",
        "task.created"
      ])
      const types = ["board.created", "workspace.created"]
      expect(await typesAfter(home, cursor, `&types=${types.join(",")}`)).toEqual(types)
      expect(await typesAfter(home, cursor, "&types=board.created&types=workspace.created")).toEqual(types)
      expect(await typesAfter(home, cursor, `&types=task.moved&limit=1`)).toEqual([])
    })

    it("from the header of what was read: a later change is in the feed", async () => {
      const home = await givenHome()
      const taskId = await home.givenTask()
      const paths = [
        "/api/workspaces",
        `/api/workspaces/${home.workspaceId}`,
        `/api/boards?workspaceId=${home.workspaceId}`,
        `/api/boards/${home.boardId}`,
        `/api/tasks?boardId=${home.boardId}`,
        `/api/tasks/${taskId}`
      ]
      for (const path of paths) {
        const cursor = (await home.get(path)).headers.get("x-change-cursor") ?? "none"
        const { headers } = await home.patch(`/api/tasks/${taskId}`, { name: path })
        const last = (await changesAfter(home, cursor)).at(-1)
        expect(last).toMatchObject({ type: "task.updated", requestId: headers.get("x-request-id") })
      }
      expect((await home.get("/api/auth/me")).headers.get("x-change-cursor")).toBeNull()
      expect((await home.get(`/api/boards/${MISSING}`)).headers.get("x-change-cursor")).toBeNull()
    })
  })

  describe("refuses", () => {
    const expectExpired = async (home: Home, cursor: string) => {
      const head = await cursorOf(home)
      const { body, status } = await home.get(`/api/changes?since=${cursor}`)
      expect({ status, body }).toEqual({
        status: 410,
        body: { error: "Cursor expired", code: "CursorExpired", cursor: head, details: [] }
      })
      await home.givenTask()
      expect(await typesAfter(home, body.cursor)).toEqual(["task.created"])
    }

    it("a cursor of another life of the database, and one ahead of the feed", async () => {
      const home = await givenHome()
      const cursor = await cursorOf(home)
      await expectExpired(home, `${cursor.split(".")[0]}.99999999`)
      await server().run(Effect.flatMap(repository, ({ renewEpoch }) => renewEpoch))
      await expectExpired(home, cursor)
    })

    it("a cursor of changes that are no longer kept", async () => {
      const home = await givenHome()
      const cursor = await cursorOf(home)
      await home.givenTask()
      const later = Values.Timestamp.fromMillis(Date.now() + 60_000)
      await changesAfter(home, cursor)
      await server().run(Effect.flatMap(repository, ({ removeBefore }) => removeBefore(later, 100_000)))
      await expectExpired(home, cursor)
      expect((await home.get("/api/changes")).body.changes).toMatchObject([{ type: "task.created" }])
    })

    it("input out of range, naming what it does not know", async () => {
      const { get } = await givenHome()
      for (const limit of ["0", "501", "-1", "1.5", "x"]) {
        expectInvalid(await get(`/api/changes?limit=${limit}`), ["limit"])
      }
      for (const since of ["later", "1", "x.1", "0.1x", "NOW"]) {
        expectInvalid(await get(`/api/changes?since=${since}`), ["since"])
      }
      const wrong = await get("/api/changes?types=task.created,task.eaten,&limit=501&since=now&since=now")
      expectInvalid(wrong, ["since"])
      const types = await get("/api/changes?types=task.created,task.eaten,&limit=501")
      expectInvalid(types, ["types.1", "types.2", "limit"])
      expect(JSON.stringify(types.body.details)).toContain("task.eaten is not a type of change")
    })
  })
})
