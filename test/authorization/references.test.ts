import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { type TestServer } from "../support/server.js"
import { type Furnished, OUTSIDERS, type World } from "../support/world.js"
import type { Canaries } from "./Canaries.js"
import type { Person } from "./lists.js"
import { sentText } from "./sentText.js"
import { watchWorld } from "./watchWorld.js"

const MISSING = "01900000-0000-7000-8000-000000000000"

interface Case {
  readonly method: string
  readonly path: (own: Furnished) => string
  readonly body?: (own: Furnished, other: Furnished) => unknown
  readonly status: number
  /** Of the problem, joined with dots. */
  readonly at?: (other: Furnished) => string
  readonly answer?: unknown
}

const task = ({ taskId }: Furnished) => `/api/tasks/${taskId}`
const values = (_: Furnished, other: Furnished) => ({ name: "New", columnValues: { [other.columnId]: "x" } })
const column = (other: Furnished) => `columnValues.${other.columnId}`

/** Asked by who has every right on the board of the request. */
const OF_ANOTHER_BOARD: Record<string, Case> = {
  "a task does not change to it": {
    method: "PATCH",
    path: task,
    body: (_, { boardId }) => ({ boardId, name: "New" }),
    status: 400,
    at: () => "boardId"
  },
  "a task does not change to it and its group": {
    method: "PATCH",
    path: task,
    body: (_, { boardId, groupId }) => ({ boardId, groupId }),
    status: 404
  },
  "a new task has none of its columns": {
    method: "POST",
    path: () => "/api/tasks",
    body: (own, other) => ({ boardId: own.boardId, ...values(own, other) }),
    status: 400,
    at: column
  },
  "a task gets none of its columns": { method: "PATCH", path: task, body: values, status: 400, at: column },
  "a task has none of its columns to clear": {
    method: "PATCH",
    path: task,
    body: (_, { columnId }) => ({ columnValues: { [columnId]: null } }),
    status: 400,
    at: column
  },
  "a new task stands in none of its groups": {
    method: "POST",
    path: () => "/api/tasks",
    body: ({ boardId }, { groupId }) => ({ boardId, groupId, name: "New" }),
    status: 404
  },
  "a task moves to none of its groups": {
    method: "PATCH",
    path: (own) => `${task(own)}/move`,
    body: (_, { groupId }) => ({ groupId }),
    status: 404
  }
}

/** An unknown user is an error at its element. */
const OF_NOBODY: Record<string, Case> = {
  assignees: {
    method: "PATCH",
    path: task,
    body: () => ({ assignees: [MISSING] }),
    status: 400,
    at: () => "assignees.0"
  },
  "assignees of a new task": {
    method: "POST",
    path: () => "/api/tasks",
    body: ({ boardId }) => ({ boardId, name: "New", assignees: [MISSING] }),
    status: 400,
    at: () => "assignees.0"
  },
  mentions: {
    method: "POST",
    path: (own) => `${task(own)}/comments`,
    body: () => ({ content: "Hello", mentions: [MISSING] }),
    status: 400,
    at: () => "mentions.0"
  },
  "the invited": {
    method: "POST",
    path: ({ boardId }) => `/api/boards/${boardId}/invite`,
    body: () => ({ userId: MISSING, role: "viewer" }),
    status: 404
  }
}

type Named = readonly [method: string, path: string, body: unknown]

/** Requests about one board that differ only in what else they name. */
const NAMING: Record<string, (world: World) => ReadonlyArray<Named>> = {
  "a group to move to": ({ besides, foreign, own }) =>
    [own.otherGroupId, besides.groupId, foreign.groupId, MISSING].map((groupId) => ["PATCH", task(own), { groupId }]),
  "a group of a new task": ({ besides, foreign, own }) =>
    [own.otherGroupId, besides.groupId, foreign.groupId, MISSING].map((groupId) => [
      "POST",
      "/api/tasks",
      { boardId: own.boardId, groupId, name: "New" }
    ]),
  "another board": ({ besides, foreign, own }) =>
    [own.boardId, besides.boardId, foreign.boardId, MISSING].map((boardId) => ["PATCH", task(own), { boardId }]),
  "a column": ({ besides, foreign, own }) =>
    [own.columnId, besides.columnId, foreign.columnId, MISSING].map((columnId) => [
      "PATCH",
      task(own),
      { columnValues: { [columnId]: "x" } }
    ]),
  "an assignee": ({ own, users }) =>
    [own.memberId, users.stranger.id, MISSING].map((id) => ["PATCH", task(own), { assignees: [id] }]),
  "a mention": ({ own, users }) =>
    [own.memberId, users.stranger.id, MISSING].map((id) => [
      "POST",
      `${task(own)}/comments`,
      { content: "Hello", mentions: [id] }
    ])
}

/** Members, the owner, invited, removed and declined users, others, and nobody, by id and by address. */
const INVITED = ({ nobody, own, users }: World): ReadonlyArray<Named> =>
  [...Object.values(users), nobody, { id: MISSING, email: "nobody@example.com" }]
    .flatMap(({ email, id }) => [{ userId: id }, { email }])
    .map((who) => ["POST", `/api/boards/${own.boardId}/invite`, { ...who, role: "viewer" }])

describe("what a request refers to", () => {
  let server: TestServer
  let world: World
  let canaries: Canaries
  let read: () => Promise<string>
  let before: string
  beforeAll(async () => {
    ;({ before, canaries, read, server, world } = await watchWorld())
  })
  afterAll(() => server.stop())

  const ask = (method: string, path: string, body?: unknown) =>
    server.call(method, path, { token: world.users.owner.token, body })

  const expectError = async ({ at, body, method, path, status }: Case, other: Furnished) => {
    const [where, sent] = [path(world.own), body?.(world.own, other)]
    const answer = await ask(method, where, sent)
    const details: ReadonlyArray<{ readonly path: ReadonlyArray<string> }> = answer.body.details
    expect({ status: answer.status, at: details.map((each) => each.path.join(".")) }).toEqual({
      status,
      at: at === undefined ? [] : [at(other)]
    })
    expect(canaries.leakedByRefusal(answer, where + JSON.stringify(sent))).toEqual([])
    assert.strictEqual(await read(), before)
  }

  describe.each(["besides", "foreign"] as const)("of the %s board", (which) => {
    it.each(Object.entries(OF_ANOTHER_BOARD))("%s", (_name, refused) => expectError(refused, world[which]))

    it("no task is found by its group", async () => {
      const { boardId } = world.own
      const { body, status } = await ask("GET", `/api/tasks?boardId=${boardId}&groupId=${world[which].groupId}`)
      expect({ status, tasks: body.tasks, total: body.pagination.total }).toEqual({ status: 200, tasks: [], total: 0 })
      assert.strictEqual(await read(), before)
    })
  })

  const expectAlike = async (caller: Person, requests: ReadonlyArray<Named>) => {
    const { token } = world.users[caller]
    const answers = new Set<string>()
    for (const [method, path, body] of requests) {
      const answer = await server.call(method, path, { token, body })
      expect(answer.status).toBe(403)
      answers.add(sentText(answer))
    }
    expect([...answers]).toHaveLength(1)
    assert.strictEqual(await read(), before)
  }

  describe.each(OUTSIDERS)("for %s, who has no access", (caller) => {
    it.each(Object.entries(NAMING))("%s is answered alike, whichever it is", (_name, requests) =>
      expectAlike(caller, requests(world))
    )
  })

  it.each([...OUTSIDERS, "viewer", "invitee", "editor"] as const)("%s invites nobody, and learns of none", (caller) =>
    expectAlike(caller, INVITED(world))
  )

  it.each(Object.entries(OF_NOBODY))("%s who are nobody", (_name, refused) => expectError(refused, world.own))

  it("users without access to the board appear only as the ids that were sent", async () => {
    const { id } = world.users.stranger
    const sent = { assignees: [id], mentions: [id] }
    const path = task(world.own)
    const changed = await ask("PATCH", path, { assignees: sent.assignees })
    const added = await ask("POST", `${path}/comments`, { content: "Hello", mentions: sent.mentions })
    expect([changed.status, added.status]).toEqual([200, 201])
    for (const answer of [changed, added, await ask("GET", path)])
      expect(canaries.leakedTo("owner", answer, JSON.stringify(sent))).toEqual([])
    // And being named gives them nothing.
    const token = world.users.stranger.token
    expect((await server.call("GET", path, { token })).status).toBe(403)
    expect((await server.call("GET", "/api/workspaces", { token })).body.pagination.total).toBe(1)
    before = await read()
  })
})
