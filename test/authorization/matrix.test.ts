import { codesOf } from "@boardwright/http"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import type { TestServer } from "../support/server.js"
import { type Caller, CALLERS, type Furnished, OUTSIDERS, type World } from "../support/world.js"
import type { Canaries } from "./Canaries.js"
import { copyWorlds, type WorldCopies } from "./copyWorlds.js"
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
  /** The world of every server here. */
  let world: World
  let copies: WorldCopies
  let canaries: Canaries
  let read: () => Promise<string>
  let before: string
  beforeAll(async () => {
    copies = await copyWorlds()
    ;({ canaries, world } = copies)
    ;[server, busy] = await Promise.all([copies.start(), copies.start()])
    read = await storedReader(server)
    before = await read()
  })
  afterAll(() => Promise.all([server.stop(), busy.stop()]).then(copies.remove))

  /** Does something on a server of its own, whose world is as it was made. */
  const onCopy = async <A>(use: (server: TestServer) => Promise<A>): Promise<A> => {
    const copy = await copies.start()
    return use(copy).finally(copy.stop)
  }

  const expectUnchanged = async () => {
    const was = before
    before = await read()
    assert.strictEqual(before, was)
  }

  /** What is refused says nothing of what is stored, and changes nothing of it. */
  const expectRefusal = async (caller: Caller, name: string, ids: Furnished, status: number) => {
    const request = requestOf(world, caller, name, ids)
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
      const request = requestOf(world, caller, name, world.own)
      const answer = await send(server, request)
      expect(answer.status).toBe(status)
      expect(canaries.leakedTo(caller, answer, JSON.stringify([request, names(world, caller)]))).toEqual([])
      await expectUnchanged()
    })

    it.each(reads ? [] : allowed)("%s may", async (caller) => {
      const request = requestOf(world, caller, name, world.own)
      const answer = await (once ? onCopy((copy) => send(copy, request)) : send(busy, request))
      expect(answer.status).toBe(status)
      expect(canaries.leakedTo(caller, answer, JSON.stringify([request, names(world, caller)]))).toEqual([])
    })

    it.each(CALLERS.filter((caller) => !allowed.includes(caller)))("%s may not", async (caller) => {
      await expectRefusal(caller, name, world.own, caller === "anonymous" ? 401 : isOutsider(caller) ? denied : 403)
    })

    const children = ids.filter((id) => CHILDREN.has(id) && ids.length > 1)
    const parents = ids.filter((id) => !children.includes(id))
    it.each(parents.length > 0 ? CALLERS : [])("for %s what is missing is missing", async (caller) => {
      for (const id of parents) {
        const missing = { ...world.own, [id]: MISSING }
        await expectRefusal(caller, name, missing, caller === "anonymous" && needsSession ? 401 : 404)
      }
    })

    const missingChild = (caller: Caller) => (caller === "anonymous" ? 401 : isOutsider(caller) ? 403 : 404)
    it.each(children.length > 0 ? CALLERS : [])("for %s no child is found but the board's own", async (caller) => {
      for (const id of children) {
        for (const other of [MISSING, world.foreign[id], world.besides[id]]) {
          await expectRefusal(caller, name, { ...world.own, [id]: other }, missingChild(caller))
        }
      }
    })

    it.each(children.length > 0 ? OUTSIDERS : [])(
      "to %s every child is answered alike, to the byte",
      async (caller) => {
        const answers = new Set<string>()
        for (const id of children) {
          for (const named of [world.own[id], MISSING, world.foreign[id], world.besides[id], ""]) {
            const request = requestOf(world, caller, name, { ...world.own, [id]: named })
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
      await expectRefusal(caller, name, world.besides, denied)
    })

    it.each(ids.length > 0 ? (["owner", "viewer", "removed", "declined"] as const) : [])(
      "%s may not elsewhere",
      async (caller) => {
        await expectRefusal(caller, name, world.foreign, denied)
      }
    )
  })

  describe.each(["boardId", "taskId"] as const)("where the %s is in the trash", (deleted) => {
    let other: TestServer
    beforeAll(async () => {
      other = await copies.start()
      const path = deleted === "boardId" ? `boards/${world.own.boardId}` : `tasks/${world.own.taskId}`
      const { status } = await other.call("DELETE", `/api/${path}`, { token: world.users.owner.token })
      if (status !== 200) throw new Error(`not deleted: ${status}`)
    })
    afterAll(() => other.stop())

    const isOn = ({ ids = [] }: Row): boolean =>
      deleted === "taskId" ? ids.includes("taskId") : ids.some((id) => id !== "workspaceId" && id !== "deletionId")
    const names = Object.entries(MATRIX).flatMap(([name, row]) => (isOn(row) ? [name] : []))
    it.each(names)("%s finds nothing, for anybody", async (name) => {
      for (const caller of CALLERS) {
        const { body, status } = await send(other, requestOf(world, caller, name, world.own))
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
    const { id, token } = caller === "anonymous" ? { ...world.users.viewer, token: undefined } : world.users[caller]
    const path = `/api/boards/${world.own.boardId}/members/${id}`
    const { status } = await onCopy((copy) => copy.call("DELETE", path, { token }))
    expect(status).toBe(LEAVING[caller])
  })
})
