import { type Account, Board, Task } from "@boardwright/core"
import { aColumn, aComment, aGroup, anInvitation, fresh, instant, rankAt } from "@boardwright/testing"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import type { Answer, TestServices } from "../support/server.js"
import { expectInvalid, type Home, onServer } from "./given.js"

const KIB = 1024

/** Stores so many of something, one after another. */
const store = (home: Home, count: number, one: (at: number) => Effect.Effect<unknown, unknown, TestServices>) =>
  home.server.run(
    Effect.forEach(
      Array.from({ length: count }, (_, at) => at),
      one,
      { discard: true }
    )
  )

/** Of three requests at once one is done, and the others are refused by a rule about `list`. */
const expectOneOfThree = async (ask: () => Promise<Answer>, list: string, rule: string) => {
  const answers = await Promise.all([ask(), ask(), ask()])
  const refused = answers.filter(({ status }) => status === 400)
  expect(refused).toHaveLength(2)
  for (const answer of [...refused, await ask()]) {
    expectInvalid(answer, [list])
    expect(answer.body.details[0].message).toBe(rule)
  }
}

/** A task with so many comments of so many characters each, numbered from 0. */
const givenComments = async (home: Home, count: number, length: number) => {
  const taskId = (await home.givenTask()) as Task.TaskId
  const userId = home.user.id as Account.UserId
  const tasks = await home.server.run(Task.TaskRepository)
  await store(home, count, (at) =>
    tasks.insertComment(aComment({ taskId, userId, content: `${at} `.padEnd(length, "x"), createdAt: instant(at) }))
  )
  const numbers = (comments: ReadonlyArray<Task.Comment>) => comments.map(({ content }) => Number.parseInt(content))
  return { path: `/api/tasks/${taskId}`, numbers }
}

/** Whole numbers, the last one left out. */
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

const { it, server, as } = onServer()

describe("a task with more parts than are shown", () => {
  it("shows the newest 1,000 comments and how many there are; the list pages through all", async ({ home }) => {
    const { numbers, path } = await givenComments(home, 1010, 1)
    const task = await home.get(path)
    expect(numbers(task.body.comments)).toEqual(range(10, 1010))
    expect(task.body.totals).toEqual({ comments: 1010, subtasks: 0, timeEntries: 0 })
    const first = await home.get(`${path}/comments`)
    const second = await home.get(`${path}/comments?page=2&limit=1000`)
    expect([...numbers(first.body.comments), ...numbers(second.body.comments)]).toEqual(range(0, 1010))
  })

  it("shows the newest comments within 1 MiB, and rejects a page over 4 MiB", async ({ home }) => {
    const { numbers, path } = await givenComments(home, 65, 65_535)
    const { body } = await home.get(path)
    // Sixteen of them are 1 MiB without the rest of their JSON.
    expect(numbers(body.comments)).toEqual(range(50, 65))
    expect(body.totals.comments).toBe(65)
    expectInvalid(await home.get(`${path}/comments`), ["limit"])
    const pages = [
      await home.get(`${path}/comments?page=1&limit=60`),
      await home.get(`${path}/comments?page=2&limit=60`)
    ]
    expect(pages.flatMap((page) => numbers(page.body.comments))).toEqual(range(0, 65))
  })
})

describe("budgets", () => {
  it("a column value that is not text has at most 16 KiB as JSON", async ({ home }) => {
    const column = await home.givenColumn()
    const taskId = await home.givenTask()
    const patch = (value: unknown) => home.patch(`/api/tasks/${taskId}`, { columnValues: { [column]: value } })
    expect((await patch(["x".repeat(16 * KIB - 4)])).status).toBe(200)
    const refused = await patch(["x".repeat(16 * KIB - 3)])
    expectInvalid(refused, [`columnValues.${column}`])
    expect(refused.body.details[0].message).toContain("16 KiB")
    expect((await patch("x".repeat(65_535))).status).toBe(200)
  })

  it("concurrent changes do not take a task's values over 512 KiB", async ({ home }) => {
    const columns = await Promise.all(Array.from({ length: 10 }, () => home.givenColumn()))
    const values = (keys: ReadonlyArray<string>) => ({
      columnValues: Object.fromEntries(keys.map((key) => [key, "x".repeat(60 * KIB)]))
    })
    const taskId = await home.givenTask(values(columns.slice(0, 7)))
    const patches = columns.slice(7).map((key) => home.patch(`/api/tasks/${taskId}`, values([key])))
    const answers = await Promise.all(patches)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const refused = answers.find(({ status }) => status === 400)
    expectInvalid(refused!, ["columnValues"])
    expect(refused?.body.details[0].message).toContain("512 KiB")
    expectInvalid(await home.post("/api/tasks", { boardId: home.boardId, name: "New", ...values(columns) }), [
      "columnValues"
    ])
  })

  it("an import names the row whose cells are over 512 KiB", async ({ home: { post, workspaceId } }) => {
    const columnMappings = Array.from({ length: 10 }, (_, index) => ({ index, type: "text" }))
    const row = (cells: number) =>
      Object.fromEntries(Array.from({ length: cells }, (_, at) => [at, at === 0 ? "Name" : "x".repeat(60 * KIB)]))
    const rows = [row(9), row(10)]
    const answer = await post("/api/boards/import", { name: "Large", workspaceId, columnMappings, rows })
    expectInvalid(answer, ["rows.1"])
  })

  it("a board has at most 200 columns", async ({ home }) => {
    const boardId = home.boardId as Board.BoardId
    const boards = await home.server.run(Board.BoardRepository)
    await store(home, 199, (at) => boards.insertColumn(boardId, aColumn({ rank: rankAt(at) })))
    const add = () => home.post(`/api/boards/${boardId}/columns`, { name: "More", type: "text" })
    await expectOneOfThree(add, "columns", "must be at most 200 on one board")
    expect((await home.get(`/api/boards/${boardId}`)).body.columns).toHaveLength(200)
  })

  it("a board has at most 1,000 groups", async ({ home }) => {
    const boardId = home.boardId as Board.BoardId
    const boards = await home.server.run(Board.BoardRepository)
    await store(home, 998, (at) => boards.insertGroup(boardId, aGroup({ rank: rankAt(at) })))
    const add = () => home.post(`/api/boards/${boardId}/groups`, { name: "More" })
    await expectOneOfThree(add, "groups", "must be at most 1000 on one board")
    expect((await home.get(`/api/boards/${boardId}`)).body.groups).toHaveLength(1000)
  })

  it("a board has at most 500 members and pending invitations", async ({ home }) => {
    const boardId = home.boardId as Board.BoardId
    const boards = await home.server.run(Board.BoardRepository)
    const invitations = await home.server.run(Board.InvitationRepository)
    const nobody = () => fresh("user") as Account.UserId
    await store(home, 489, () => boards.putMember(boardId, { userId: nobody(), role: "viewer" }, instant()))
    await store(home, 9, () => invitations.invite(anInvitation({ boardId, userId: nobody() })))
    const invite = async () => {
      const { id } = await server().user("guest")
      return home.post(`/api/boards/${boardId}/invite`, { userId: id, role: "viewer" })
    }
    const guest = await server().user("last")
    const offer = (role: string) => home.post(`/api/boards/${boardId}/invite`, { userId: guest.id, role })
    expect((await offer("viewer")).status).toBe(201)
    const refused = await invite()
    expectInvalid(refused, ["members"])
    expect(refused.body.details[0].message).toBe("must be at most 500 on one board")
    const again = await offer("editor")
    expect(again.status).toBe(200)
    const accept = await as(guest).post(`/api/invitations/${again.body.invitation.id}/accept`)
    expect(accept.status).toBe(200)
    await home.del(`/api/boards/${boardId}/members/${guest.id}`)
    await expectOneOfThree(invite, "members", "must be at most 500 on one board")
  })

  it("an invitation to a board that is full of members cannot be accepted", async ({ home }) => {
    const boardId = home.boardId as Board.BoardId
    const guest = await server().user("guest")
    const { body } = await home.post(`/api/boards/${boardId}/invite`, { userId: guest.id, role: "viewer" })
    const boards = await home.server.run(Board.BoardRepository)
    await store(home, 499, () =>
      boards.putMember(boardId, { userId: fresh("user") as Account.UserId, role: "viewer" }, instant())
    )
    const accept = () => as(guest).post(`/api/invitations/${body.invitation.id}/accept`)
    expectInvalid(await accept(), ["members"])
    expect((await as(guest).get("/api/invitations")).body.invitations).toHaveLength(1)
  })
})
