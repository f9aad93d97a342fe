import { randomUUID } from "node:crypto"
import { Idempotency, Values } from "@boardwright/core"
import { endpointRoutes } from "@boardwright/http"
import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Answer } from "../support/server.js"
import { expectError, expectInvalid, type Home, onServer } from "./given.js"
import { type Write, WRITES } from "./writes.js"

const { server, givenHome } = onServer()

const keyed = (key: string = randomUUID()) => ({ headers: { "Idempotency-Key": key } })

const expectReplay = (answer: Answer, first: Answer): void => {
  expect({ status: answer.status, body: answer.body }).toEqual({ status: first.status, body: first.body })
  expect(answer.headers.get("idempotency-replayed")).toBe("true")
}

/** Expects a refusal that names what the first request made. */
const expectNamed = (answer: Answer, { body }: Answer): void => {
  const details = [{ path: ["id"], message: (body.webhook ?? body.apiToken ?? body.calendarLink).id }]
  expect(answer).toMatchObject({ status: 409, body: { code: "IdempotentResultNotStored", details } })
}

/** `WRITES`, and what makes something that is not a change. */
const MAKING: Record<string, (home: Home) => Promise<Pick<Write, "send">>> = {
  ...WRITES,
  "boards.createCalendarLink": async ({ boardId, post }) => ({
    send: () => post(`/api/boards/${boardId}/calendar-link`)
  }),
  "tokens.create": async ({ post }) => ({
    send: () => post("/api/tokens", { name: "CI", scopes: ["read"] })
  })
}

/** A home whose requests have a key once `begin` is called. */
const keyedHome = async () => {
  const home = await givenHome()
  let rest = {}
  const post: Home["post"] = (path, body, own) => home.post(path, body, { ...rest, ...own })
  return { home: { ...home, post }, begin: () => (rest = keyed()) }
}

const takesKey = endpointRoutes().filter((route) => route.takesKey)
/** Their bodies have secrets. */
const SECRET = new Set(["boards.createCalendarLink", "tokens.create", "webhooks.create"])

it("every POST that makes something takes a key, except those of accounts", () => {
  const made = endpointRoutes().filter(
    ({ method, status, template }) => method === "POST" && status === 201 && !template.startsWith("/api/auth/")
  )
  expect(takesKey.map(({ name }) => name)).toEqual(expect.arrayContaining(made.map(({ name }) => name)))
  expect(takesKey.filter(({ template }) => template.startsWith("/api/auth/"))).toEqual([])
})

it("the contract names the header, its errors and the mark of a replay", async () => {
  const { body } = await server().call("GET", "/api/openapi.json")
  for (const { status, template } of takesKey) {
    const operation = body.paths[template.replaceAll(/:(\w+)/g, "{$1}")].post
    expect(operation.parameters.map(({ name }: { name: string }) => name)).toContain("Idempotency-Key")
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["409", "422"]))
    expect(Object.keys(operation.responses[status].headers)).toContain("Idempotency-Replayed")
  }
})

describe("a request that is repeated with its key", () => {
  it.each(takesKey.map(({ name, status }) => [name, status, SECRET.has(name) ? expectNamed : expectReplay] as const))(
    "%s",
    async (name, status, check) => {
      const { begin, home } = await keyedHome()
      const givenRequest = MAKING[name]
      if (givenRequest === undefined) throw new Error(`no request for ${name}`)
      const { send } = await givenRequest(home)
      begin()
      const first = await send()
      expect({ status: first.status, replayed: first.headers.get("idempotency-replayed") }).toEqual({
        status,
        replayed: null
      })
      const { cursor } = (await home.get("/api/changes?since=now")).body
      const again = await send()
      check(again, first)
      expect((await home.get(`/api/changes?since=${cursor}`)).body.changes).toEqual([])
    }
  )

  it("gets the response to the first, whether or not the key is quoted", async () => {
    const { boardId, get, post } = await givenHome()
    const key = `~a"\\${randomUUID()}`
    const first = await post("/api/tasks", { boardId, name: "Dig" }, keyed(key))
    const quoted = `"${key.replaceAll(/["\\]/g, "\\$&")}"`
    expectReplay(await post("/api/tasks", { boardId, name: "Dig" }, keyed(quoted)), first)
    expect((await get(`/api/tasks?boardId=${boardId}`)).body.tasks).toHaveLength(1)
  })

  it("makes one thing however many arrive at once", async () => {
    const { boardId, get, post } = await givenHome()
    const rest = keyed()
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => post("/api/tasks", { boardId, name: "Dig" }, rest))
    )
    expect(new Set(answers.map(({ body, status }) => `${status} ${body.task.id}`)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1)
    expect((await get(`/api/tasks?boardId=${boardId}`)).body.tasks).toHaveLength(1)
  })

  it("is done again after a refusal, of which nothing is kept", async () => {
    const { boardId, post } = await givenHome()
    const rest = keyed()
    expectInvalid(await post("/api/tasks", { boardId, name: "Dig", assignees: ["nobody"] }, rest), ["assignees.0"])
    expect((await post("/api/tasks", { boardId, name: "Dig" }, rest)).status).toBe(201)
  })

  it("is refused with another body, query or path", async () => {
    const home = await givenHome()
    const taskId = await home.givenTask()
    const rest = keyed()
    const body = { name: "Fetch the spade" }
    const first = await home.post(`/api/tasks/${taskId}/subtasks`, body, rest)
    for (const [path, other] of [
      [`/api/tasks/${taskId}/subtasks`, { name: "Fetch the rake" }],
      [`/api/tasks/${taskId}/subtasks?other=1`, body],
      [`/api/tasks/${await home.givenTask()}/subtasks`, body],
      [`/api/tasks/${taskId}/duplicate`, body]
    ] as const) {
      expect(await home.post(path, other, rest)).toMatchObject({ status: 422, body: { code: "IdempotencyKeyReused" } })
    }
    expectReplay(await home.post(`/api/tasks/${taskId}/subtasks`, body, rest), first)
  })

  it("belongs to its user", async () => {
    const home = await givenHome()
    const editor = await home.givenMember("editor")
    const [rest, body] = [keyed(), { boardId: home.boardId, name: "Dig" }]
    const mine = await home.post("/api/tasks", body, rest)
    const theirs = await editor.post("/api/tasks", body, rest)
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(theirs.body.task.id).not.toBe(mine.body.task.id)
  })

  it("has the stored response after the task is deleted, and none after the right is lost", async () => {
    const home = await givenHome()
    const editor = await home.givenMember("editor")
    const [rest, body] = [keyed(), { boardId: home.boardId, name: "Dig" }]
    const first = await editor.post("/api/tasks", body, rest)
    await home.del(`/api/tasks/${first.body.task.id}`)
    expectReplay(await editor.post("/api/tasks", body, rest), first)
    await home.patch(`/api/boards/${home.boardId}/members/${editor.user.id}`, { role: "viewer" })
    expectError(await editor.post("/api/tasks", body, rest), 403, "Forbidden")
    await home.del(`/api/boards/${home.boardId}/members/${editor.user.id}`)
    expectError(await editor.post("/api/tasks", body, rest), 403, "Forbidden")
    await home.del(`/api/boards/${home.boardId}`)
    expectError(await editor.post("/api/tasks", body, rest), 404, "Board not found")
    expect((await server().call("POST", "/api/tasks", { body, ...rest })).status).toBe(401)
  })

  it("is done again after a day, when the key is swept", async () => {
    const home = await givenHome()
    const { post, workspaceId } = home
    const [rest, body] = [keyed(), { name: "Spring", workspaceId }]
    const first = await post("/api/boards", body, rest)
    const later = Values.Timestamp.fromMillis
    const removed = await server().run(
      Effect.gen(function* () {
        const keys = yield* Idempotency.IdempotencyRepository
        return yield* keys.removeBefore(later((yield* Clock.currentTimeMillis) + 1_000), 1_000)
      })
    )
    expect(removed).toBeGreaterThan(0)
    const second = await post("/api/boards", body, rest)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.board.id).not.toBe(first.body.board.id)
  })
})

describe("a key", () => {
  it.each([
    ["is empty", ""],
    ["has a blank", "a b"],
    ["is too long", "k".repeat(256)],
    ["has an open quote", '"a'],
    ["is empty in quotes", '""'],
    ["is not ASCII", "\xe9"]
  ])("that %s is a 400 that names the header", async (_, key) => {
    const { boardId, post } = await givenHome()
    const answer = await post("/api/tasks", { boardId, name: "Dig" }, keyed(key))
    expectInvalid(answer, ["Idempotency-Key"])
  })

  it("of 255 characters is taken, and ignored where nothing is made", async () => {
    const home = await givenHome()
    const rest = keyed("k".repeat(255))
    const taskId = (await home.post("/api/tasks", { boardId: home.boardId, name: "Dig" }, rest)).body.task.id
    for (const name of ["Sow", "Sow"])
      expect((await home.patch(`/api/tasks/${taskId}`, { name }, rest)).headers.get("idempotency-replayed")).toBeNull()
  })

  it("of a dry run stays free for the import", async () => {
    const { post, workspaceId } = await givenHome()
    const sheet = { name: "Sheet", workspaceId, columnMappings: [], rows: [{ 0: "Dig" }] }
    const rest = keyed()
    expect((await post("/api/boards/import?dryRun=true", sheet, rest)).status).toBe(200)
    const first = await post("/api/boards/import", sheet, rest)
    expect(first.status).toBe(201)
    expectReplay(await post("/api/boards/import", sheet, rest), first)
  })
})
