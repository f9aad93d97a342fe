import { Board, Bulk, Change, Task, Undo } from "@boardwright/core"
import { layer } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock, TestContext } from "effect"
import fc from "fast-check"
import { afterNoon, as, givenTeam, NOON, stored, type Team } from "../support.js"
import { givenTeamTask, type TeamTask } from "../task/support.js"
import type { Call } from "./support.js"

/** A task's team, and another board to which its admin may move the task; it has one of the columns. */
type Teams = TeamTask & { readonly other: Team }

const givenTeams = Effect.gen(function* () {
  const [team, other] = [yield* givenTeamTask, yield* givenTeam]
  const boards = yield* Board.BoardRepository
  yield* boards.putMember(other.boardId, { userId: team.admin, role: "editor" }, afterNoon(9))
  yield* as(other.admin)(Board.updateColumn(other.boardId, other.columns[1].id, { name: "Only there" }))
  return { ...team, other }
})

const services = Layer.provideMerge(layer, TestContext.TestContext)

/** An edit: which of `EDITS`, and what it picks by. */
type Edit = readonly [kind: number, pick: number, text: string]

const choose = <A>(from: ReadonlyArray<A>, pick: number): A => from[pick % from.length] as A

/** What is on the board now. */
const read = Effect.fnUntraced(function* ({ admin, boardId, taskId }: TeamTask) {
  const { updatedAt: _, ...board } = yield* as(admin)(Board.getBoard(boardId))
  const listed = yield* as(admin)(Task.listTasks({ boardId }))
  const items = listed.items.map(({ updatedAt: _, ...item }) => item)
  const { updatedAt: __, ...task } = yield* as(admin)(Task.getTask(taskId))
  // Tasks have an order within their group only.
  return { board, items: items.toSorted((a, b) => (a.id < b.id ? -1 : 1)), task }
})
type Now = Effect.Effect.Success<ReturnType<typeof read>>

const LABELS = ["pending", "done", "low", "high"]

/** Edits by what there is and a number to pick by. */
const EDITS: ReadonlyArray<(now: Now, pick: number, text: string, team: Teams) => Call> = [
  ({ task }, pick, text) => Task.updateTask(task.id, { name: text, status: choose(LABELS, pick) }),
  ({ task }, pick, text) => Task.updateTask(task.id, { description: pick % 2 === 0 ? text : null }),
  ({ task }, pick, _, { editor, viewer }) =>
    Task.updateTask(task.id, { assignees: choose([[editor], [viewer, editor], []], pick), dueDate: null }),
  ({ board, task }, pick, text) =>
    Task.updateTask(task.id, {
      dueDate: "2027-03-01",
      columnValues: { [choose(board.columns, pick).id]: choose([null, text, { deep: [text, 1.5] }], pick) }
    }),
  ({ board, task }, pick) => Task.updateTask(task.id, { groupId: choose(board.groups, pick).id }),
  ({ board, task }, pick) => Task.moveTask(task.id, { groupId: choose(board.groups, pick).id }),
  ({ board, task }, pick, _, { other }) =>
    Effect.zipRight(
      Task.moveTaskToBoard(task.id, { boardId: other.boardId }),
      Task.moveTaskToBoard(task.id, { boardId: board.id, groupId: choose(board.groups, pick).id })
    ),
  ({ board }, pick, name) => Task.createTask({ boardId: board.id, name, status: choose(LABELS, pick) }),
  ({ items, task }, pick) => {
    const others = items.filter(({ id }) => id !== task.id)
    return others.length === 0 ? Effect.void : Task.deleteTask(choose(others, pick).id)
  },
  ({ task }, _, name) => Task.addSubtask(task.id, { name }),
  ({ task }, pick, name) =>
    task.subtasks.length === 0
      ? Effect.void
      : Task.updateSubtask(task.id, choose(task.subtasks, pick).id, { name, completed: pick % 2 === 0 }),
  ({ task }, pick, description) => Task.addTimeEntry(task.id, { duration: pick / 3, description }),
  ({ task }, pick) => {
    const [moved, ...others] = task.subtasks
    const next = others[pick % (others.length + 1)]
    return moved === undefined
      ? Effect.void
      : Task.updateSubtask(task.id, moved.id, { beforeSubtaskId: next?.id ?? null })
  },
  ({ task }, pick, description) =>
    task.timeEntries.length === 0
      ? Effect.void
      : Task.updateTimeEntry(task.id, choose(task.timeEntries, pick).id, { duration: pick, description }),
  ({ task }, pick) =>
    task.timeEntries.length === 0 ? Effect.void : Task.deleteTimeEntry(task.id, choose(task.timeEntries, pick).id),
  ({ task }, pick) =>
    task.subtasks.length === 0 ? Effect.void : Task.deleteSubtask(task.id, choose(task.subtasks, pick).id),
  ({ board }, _, name) => Board.addGroup(board.id, { name }),
  ({ board }, pick, name) => Board.addColumn(board.id, { name, type: "text", required: pick % 2 === 0 }),
  ({ board }, pick, description) =>
    Board.updateColumn(board.id, choose(board.columns, pick).id, { description, width: pick, visible: pick % 2 === 0 }),
  ({ board }, _, name) =>
    Effect.flatMap(Board.addGroup(board.id, { name }), ({ id }) => Board.deleteGroup(board.id, id)),
  ({ board }, _, name) =>
    Effect.flatMap(Board.addColumn(board.id, { name, type: "text" }), ({ id }) => Board.deleteColumn(board.id, id)),
  ({ board }, pick, name) => Board.updateBoard(board.id, { name, viewDensity: choose(LABELS, pick), background: null })
]

const edits = fc.array(
  fc.tuple(fc.nat({ max: EDITS.length - 1 }), fc.nat({ max: 9 }), fc.constantFrom("One", "Two", "Drei 🌱")),
  { minLength: 1, maxLength: 25 }
)

const make = Effect.fnUntraced(function* (team: Teams, all: ReadonlyArray<Edit>) {
  for (const [kind, pick, text] of all) {
    const edit = EDITS[kind] ?? assert.fail("no edit")
    yield* as(team.admin)(edit(yield* read(team), pick, text, team))
  }
})

/** Fails if a rank is in what is returned about changes, at any depth. */
const verifyNoRanks = (...shown: ReadonlyArray<unknown>) => assert.notInclude(JSON.stringify(shown), `"rank":`)

/** Handlers of every type of change that fail if a rank is in the change. */
const verifyingHandlers = () => {
  const handlers = new Change.HandlerRegistry()
  for (const type of Change.CHANGE_TYPES) handlers.add(type, (change) => Effect.sync(() => verifyNoRanks(change)))
  return handlers
}

/** Fails if a rank is in a list of changes. Streams, followers and webhooks read these lists too. */
const verifyLists = Effect.fnUntraced(function* ({ admin, boardId }: TeamTask) {
  const { changes } = yield* as(admin)(Change.listChanges({ boardId, limit: Change.MAX_CHANGES }))
  const { items } = yield* as(admin)(Change.listBoardActivity(boardId))
  assert.strictEqual(items.length, changes.length)
  verifyNoRanks(changes, items)
})

const changesAfter = (count: number) => Effect.map(stored, ({ feed }) => feed.changes.slice(count))

/** Whether a change is the second record of a move to another board: the undo of the first one is that of both. */
const isArrival = ({ fields, type }: Change.FoundChange) =>
  type === "task.transferred" && fields["groupId"]?.from === null

/** Undoes the changes, the last first, and returns the changes that did it. */
const undoAll = Effect.fnUntraced(function* ({ admin }: TeamTask, changes: ReadonlyArray<Change.FoundChange>) {
  const undone = changes.filter((change) => !isArrival(change))
  const made = yield* Effect.forEach(undone.toReversed(), ({ id }) => as(admin)(Undo.undoChange(id)))
  return made.flat()
})

/** A way to move a task of the board to a group or before another task, to create one in a group, or to delete one. */
const place = fc.tuple(
  fc.constantFrom("update", "bulk", "move", "before", "create", "delete"),
  fc.nat({ max: 2 }),
  fc.nat({ max: 2 })
)

/** The names of the tasks in each group, in order. */
const placesOf = Effect.fnUntraced(function* ({ admin, boardId, groups }: TeamTask) {
  const { items } = yield* as(admin)(Task.listTasks({ boardId }))
  return groups.map(({ id }) => items.filter(({ groupId }) => groupId === id).map(({ name }) => name))
})

describe("undoChange", () => {
  it("of any moves, new and deleted tasks is the order of before, and the undo of that is the order of after", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 8 }), (all) =>
        Effect.gen(function* () {
          yield* TestClock.setTime(NOON)
          const team = yield* givenTeamTask
          const { admin, boardId, groups } = team
          for (const name of ["Second", "Third"]) yield* as(admin)(Task.createTask({ boardId, name }))
          const [start, before] = [yield* placesOf(team), yield* changesAfter(0)]
          for (const [at, [kind, one, other]] of all.entries()) {
            const { items } = yield* as(admin)(Task.listTasks({ boardId }))
            const { id } = choose(items, one)
            const groupId = choose(groups, other).id
            const beside = choose(items, other).id
            if (kind === "create") yield* as(admin)(Task.createTask({ boardId, groupId, name: `New ${at}` }))
            else if (kind === "delete") yield* items.length < 2 ? Effect.void : as(admin)(Task.deleteTask(id))
            else if (kind === "update") yield* as(admin)(Task.updateTask(id, { groupId }))
            else if (kind === "bulk")
              yield* as(admin)(
                Bulk.bulkTasks({
                  boardId,
                  operations: items.map((item) => ({ op: "update", id: item.id, patch: { groupId } }))
                })
              )
            else if (kind === "move" || beside === id) yield* as(admin)(Task.moveTask(id, { groupId }))
            else yield* as(admin)(Task.moveTask(id, { beforeTaskId: beside }))
          }
          const end = yield* placesOf(team)
          const undone = yield* undoAll(team, yield* changesAfter(before.length))
          assert.deepStrictEqual(yield* placesOf(team), start)
          yield* undoAll(team, undone)
          assert.deepStrictEqual(yield* placesOf(team), end)
        }).pipe(Effect.provide(services), Effect.runPromise)
      ),
      { numRuns: 100 }
    )
  }, 60_000)

  it("of all changes of any edits, the last first, is the start, and the undo of that is the end", async () => {
    await fc.assert(
      fc.asyncProperty(edits, (all) =>
        Effect.gen(function* () {
          yield* TestClock.setTime(NOON)
          const team = yield* givenTeams
          const [start, before] = [yield* read(team), yield* changesAfter(0)]
          yield* make(team, all)
          const end = yield* read(team)
          const undone = yield* undoAll(team, yield* changesAfter(before.length))
          assert.deepStrictEqual(yield* read(team), start)
          const redone = yield* undoAll(team, undone)
          assert.deepStrictEqual(yield* read(team), end)
          verifyNoRanks(undone, redone)
          yield* verifyLists(team)
        }).pipe(
          Effect.provideService(Change.ChangeHandlers, verifyingHandlers()),
          Effect.provide(services),
          Effect.runPromise
        )
      ),
      { numRuns: 100 }
    )
  }, 60_000)

  it("of a batch of any edits is the start", async () => {
    await fc.assert(
      fc.asyncProperty(edits, (all) =>
        Effect.gen(function* () {
          yield* TestClock.setTime(NOON)
          const team = yield* givenTeams
          const start = yield* read(team)
          const origin = { requestId: null, tokenId: null, batchId: "a batch" }
          yield* Effect.locally(make(team, [[EDITS.length - 1, 0, "Batch"], ...all]), Change.changeOrigin, origin)
          const end = yield* read(team)
          const [first] = yield* as(team.admin)(Undo.undoChange("a batch"))
          assert.deepStrictEqual(yield* read(team), start)
          yield* as(team.admin)(Undo.undoChange(first?.batchId ?? ""))
          assert.deepStrictEqual(yield* read(team), end)
        }).pipe(Effect.provide(services), Effect.runPromise)
      ),
      { numRuns: 100 }
    )
  }, 60_000)
})
