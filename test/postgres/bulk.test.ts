import { expect, it, vi } from "vitest"
import { as, givenHome, type Home } from "../http/given.js"
import { onTwoServers, type TwoServers } from "./twoServers.js"

vi.setConfig({ testTimeout: 60_000 })

const ROUNDS = 40
const TASKS = 12

interface Task {
  readonly id: string
  readonly groupId: string
  readonly status: string
}

type Operation =
  | { readonly op: "move"; readonly id: string; readonly groupId: string; readonly beforeTaskId?: string }
  | { readonly op: "update"; readonly id: string; readonly patch: { readonly status: string } }

/** What an operation does to tasks in order. */
const after = (tasks: ReadonlyArray<Task>, operation: Operation): ReadonlyArray<Task> => {
  const { id } = operation
  if (operation.op === "update") return tasks.map((task) => (task.id === id ? { ...task, ...operation.patch } : task))
  const moved = tasks.flatMap((task) => (task.id === id ? { ...task, groupId: operation.groupId } : []))
  const others = tasks.filter((task) => task.id !== id)
  const found = others.findIndex((task) => task.id === operation.beforeTaskId)
  const at = found === -1 ? others.length : found
  return [...others.slice(0, at), ...moved, ...others.slice(at)]
}

/** Moves the tasks to a group, each to its end, or in an anchored bulk each third before the one before it, and sets their status. */
const bulkOf = (ids: ReadonlyArray<string>, groupId: string, status: string, isAnchored: boolean) =>
  ids.flatMap((id, at): ReadonlyArray<Operation> => {
    const beforeTaskId = isAnchored && at % 3 === 2 ? ids[at - 1] : undefined
    const move: Operation = { op: "move", id, groupId, ...(beforeTaskId === undefined ? {} : { beforeTaskId }) }
    return [move, { op: "update", id, patch: { status } }]
  })

const givenTasks = async ({ boardId, groupId, post }: Home, otherId: string): Promise<ReadonlyArray<string>> => {
  const operations = Array.from({ length: TASKS }, (_, at) => {
    return { op: "create", task: { name: `Task ${at}`, groupId: at % 2 === 0 ? groupId : otherId } }
  })
  const { body } = await post("/api/tasks/bulk", { boardId, operations })
  return body.results.map(({ id }: { readonly id: string }) => id)
}

/** The tasks of a board in order, from the database. */
const tasksOn = async ({ query }: TwoServers, boardId: string): Promise<ReadonlyArray<Task>> => {
  const rows = await query(
    `select id, group_id as "groupId", status, rank from boardwright_task where board_id = $1 order by rank, id`,
    [boardId]
  )
  expect(new Set(rows.map(({ rank }) => rank)).size).toBe(TASKS)
  return rows.map(({ groupId, id, status }) => ({ id: String(id), groupId: String(groupId), status: String(status) }))
}

/** The order of tasks counts within a group. */
const byGroup = (tasks: ReadonlyArray<Task>) =>
  tasks.toSorted((left, right) => left.groupId.localeCompare(right.groupId))

onTwoServers("two opposite bulks on two instances", (both) => {
  it(`end ${ROUNDS} times as one after the other would, and neither fails`, async () => {
    const home = await givenHome(both().left)
    const { boardId, groupId } = home
    const otherId = await home.givenGroup()
    const ids = await givenTasks(home, otherId)
    const there = as(both().right, home.user)
    const firsts = { left: 0, right: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await tasksOn(both(), boardId)
      const left = bulkOf(ids, otherId, "done", round % 2 === 0)
      const right = bulkOf(ids.toReversed(), groupId, "working", round % 2 === 0)
      const answers = await Promise.all([
        home.post("/api/tasks/bulk", { boardId, operations: left }),
        there.post("/api/tasks/bulk", { boardId, operations: right })
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const [leftFirst, rightFirst] = [
        [...left, ...right],
        [...right, ...left]
      ].map((operations) => byGroup(operations.reduce(after, before)))
      const found = byGroup(await tasksOn(both(), boardId))
      expect([leftFirst, rightFirst]).toContainEqual(found)
      firsts[JSON.stringify(found) === JSON.stringify(leftFirst) ? "left" : "right"] += 1
    }
    expect(firsts.left * firsts.right).toBeGreaterThan(0)
  })
})
