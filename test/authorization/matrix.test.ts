import { codesOf } from "@boardwright/http"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { startServer, type TestServer } from "../support/server.js"
import { type Caller, CALLERS, type Furnished, makeWorld, OUTSIDERS, type World } from "../support/world.js"
import { Canaries } from "./Canaries.js"
import { ALLOWED, CHILDREN, MATRIX, requestOf, type Row, routes, send } from "./matrix.js"
import { sentText } from "./sentText.js"
import { storedReader } from "./Stored.js"

it("the matrix has every route of the contract and no other", () => {
  expect(Object.keys(MATRIX).toSorted()).toEqual([...routes.keys()].toSorted())
})

const MISSING = "01900000-0000-7000-8000-000000000000"

const isOutsider = (caller: Caller): boolean => (OUTSIDERS as ReadonlyArray<Caller>).includes(caller)

/** Whether a success changes anything: refusals and reading do not. */
const changes = (name: string): boolean => routes.get(name)?.method !== "GET" && Number(MATRIX[name]?.status) < 300

describe("who may do what", () => {
  /** Where everything is refused or only read, and one where things are done. */
  let server: TestServer
  let busy: TestServer
  let shared: World
  let used: World
  let canaries: Canaries
  let canariesOfUsed: Canaries
  let read: () => Promise<string>
  let readBusy: () => Promise<string>
  const known = new Set<string>()
  let before: string
  beforeAll(async () => {
    ;[server, busy] = await Promise.all([startServer(), startServer()])
    ;[shared, used] = await Promise.all([makeWorld(server), makeWorld(busy)])
    ;[read, readBusy] = await Promise.all([storedReader(server), storedReader(busy)])
    before = await read()
    canaries = new Canaries(before, shared)
    canariesOfUsed = new Canaries(await addedToBusy(), used)
  })
  afterAll(() => Promise.all([server.stop(), busy.stop()]))

  /** What was stored on the busy server since the last time: the worlds of other tests are not among it. */
  const addedToBusy = async (): Promise<string> => {
    const lines = (await readBusy()).split("\n")
    const added = lines.filter((line) => !known.has(line))
    for (const line of added) known.add(line)
    return added.join("\n")
  }

  const expectUnchanged = async () => {
    const was = before
    before = await read()
    assert.strictEqual(before, was)
  }

  /** What is refused says nothing of what is stored, and changes nothing of it. */
  const expectRefusal = async (caller: Caller, name: string, ids: Furnished, status: number) => {
    const request = requestOf(shared, caller, name, ids)
    const answer = await send(server, request)
    expect({ status: answer.status, body: answer.body }).toEqual({
      status,
      // A bulk names which of its operations cannot be found.
      body: {
        error: expect.any(String),
        code: expect.any(String),
        details: name === "tasks.bulk" ? expect.any(Array) : []
      }
    })
    expect(codesOf(status)).toContain(answer.body.code)
    expect(canaries.leakedByRefusal(answer, JSON.stringify(request))).toEqual([])
    await expectUnchanged()
  }

  describe.each(Object.entries(MATRIX))("%s", (name, { hidden, ids = [], may, names = () => [], once, status }) => {
    const allowed = ALLOWED[may] ?? []
    const denied = hidden ? 404 : 403
    const needsSession = may !== "anyone"

    const reads = !changes(name)
    it.each(reads ? allowed : [])("%s may, which changes nothing", async (caller) => {
      const request = requestOf(shared, caller, name, shared.own)
      const answer = await send(server, request)
      expect(answer.status).toBe(status)
      expect(canaries.leakedTo(caller, answer, JSON.stringify([request, names(shared, caller)]))).toEqual([])
      await expectUnchanged()
    })

    it.each(reads ? [] : allowed)("%s may", async (caller) => {
      const world = once ? await makeWorld(busy) : used
      const ofWorld = once ? new Canaries(await addedToBusy(), world) : canariesOfUsed
      const request = requestOf(world, caller, name, world.own)
      const answer = await send(busy, request)
      expect(answer.status).toBe(status)
      expect(ofWorld.leakedTo(caller, answer, JSON.stringify([request, names(world, caller)]))).toEqual([])
    })

    it.each(CALLERS.filter((caller) => !allowed.includes(caller)))("%s may not", async (caller) => {
      await expectRefusal(caller, name, shared.own, caller === "anonymous" ? 401 : isOutsider(caller) ? denied : 403)
    })

    const children = ids.filter((id) => CHILDREN.has(id) && ids.length > 1)
    const parents = ids.filter((id) => !children.includes(id))
    it.each(parents.length > 0 ? CALLERS : [])("for %s what is missing is missing", async (caller) => {
      for (const id of parents) {
        const missing = { ...shared.own, [id]: MISSING }
        await expectRefusal(caller, name, missing, caller === "anonymous" && needsSession ? 401 : 404)
      }
    })

    const missingChild = (caller: Caller) => (caller === "anonymous" ? 401 : isOutsider(caller) ? 403 : 404)
    it.each(children.length > 0 ? CALLERS : [])("for %s no child is found but the board's own", async (caller) => {
      for (const id of children) {
        for (const other of [MISSING, shared.foreign[id], shared.besides[id]]) {
          await expectRefusal(caller, name, { ...shared.own, [id]: other }, missingChild(caller))
        }
      }
    })

    it.each(children.length > 0 ? OUTSIDERS : [])(
      "to %s every child is answered alike, to the byte",
      async (caller) => {
        const answers = new Set<string>()
        for (const id of children) {
          for (const named of [shared.own[id], MISSING, shared.foreign[id], shared.besides[id], ""]) {
            const request = requestOf(shared, caller, name, { ...shared.own, [id]: named })
            if (named !== "" || !request.path.endsWith("/")) answers.add(sentText(await send(server, request)))
          }
        }
        expect([...answers]).toHaveLength(1)
        await expectUnchanged()
      }
    )

    const onBoard = ids.length > 0 && !ids.every((id) => id === "workspaceId")
    const elsewhere = CALLERS.filter((caller) => caller !== "anonymous" && (caller !== "owner" || may === "invited"))
    it.each(onBoard ? elsewhere : [])("%s may not on another board of the workspace", async (caller) => {
      await expectRefusal(caller, name, shared.besides, denied)
    })

    it.each(ids.length > 0 ? (["owner", "viewer", "removed", "declined"] as const) : [])(
      "%s may not elsewhere",
      async (caller) => {
        await expectRefusal(caller, name, shared.foreign, denied)
      }
    )
  })

  describe.each(["boardId", "taskId"] as const)("where the %s is in the trash", (deleted) => {
    let world: World
    beforeAll(async () => {
      world = await makeWorld(busy)
      const path = deleted === "boardId" ? `boards/${world.own.boardId}` : `tasks/${world.own.taskId}`
      const { status } = await busy.call("DELETE", `/api/${path}`, { token: world.users.owner.token })
      if (status !== 200) throw new Error(`not deleted: ${status}`)
    })

    const isOn = ({ ids = [] }: Row): boolean =>
      deleted === "taskId" ? ids.includes("taskId") : ids.some((id) => id !== "workspaceId" && id !== "deletionId")
    const names = Object.entries(MATRIX).flatMap(([name, row]) => (isOn(row) ? [name] : []))
    it.each(names)("%s finds nothing, for anybody", async (name) => {
      for (const caller of CALLERS) {
        const { body, status } = await send(busy, requestOf(world, caller, name, world.own))
        expect([caller, status]).toEqual([caller, caller === "anonymous" ? 401 : 404])
        expect(body.details).toEqual([])
      }
    })
  })

  const LEAVING: Record<Caller, number> = {
    anonymous: 401,
    stranger: 403,
    removed: 403,
    declined: 403,
    // An invited user is not a member, and declines instead.
    invitee: 404,
    viewer: 200,
    editor: 200,
    admin: 200,
    owner: 200
  }

  it.each(CALLERS)("%s may leave the board where they are a member", async (caller) => {
    const world = await makeWorld(busy)
    const { id, token } = caller === "anonymous" ? { ...world.users.viewer, token: undefined } : world.users[caller]
    const path = `/api/boards/${world.own.boardId}/members/${id}`
    expect((await busy.call("DELETE", path, { token })).status).toBe(LEAVING[caller])
  })
})
