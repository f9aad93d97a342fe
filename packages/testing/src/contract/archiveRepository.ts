import { Access, Archive, type Board, Duplicate, Ports, Task, Trash, Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import {
  aComment,
  aDeletion,
  aSubtask,
  aTimeEntry,
  fresh,
  type GivenBoard,
  givenBoard,
  instant,
  rankAt,
  wholeList,
  aTask
} from "../fixtures.js"
import type { Repositories } from "../Repositories.js"
import { fullTaskTests } from "./taskLimits.js"
import { contract, type Suite } from "./Suite.js"
import { AWKWARD_NAMES, AWKWARD_TEXTS, atOnce, dies, findTask, pick, valueOf, someone } from "./support.js"
import { ownEntriesTests } from "./ownEntries.js"

const archive = Effect.serviceFunctions(Archive.ArchiveRepository)
const tasks = Effect.serviceFunctions(Task.TaskRepository)

const given = Effect.gen(function* () {
  const on = yield* givenBoard()
  const users = [yield* someone, yield* someone]
  return { on, users }
})

const bare = { comments: [], subtasks: [], timeEntries: [] }

const aWholeTask = (on: GivenBoard, overrides: Partial<Archive.WholeTask> = {}): Archive.WholeTask => ({
  ...aTask({ boardId: on.board.id, groupId: on.groups[0].id }),
  ...bare,
  ...overrides
})

/** A task with two entries in each list, stored in reverse order of creation. */
const aFullTask = (
  { on, users }: Effect.Effect.Success<typeof given>,
  overrides: Partial<Archive.WholeTask> = {}
): Archive.WholeTask => {
  const task = aWholeTask(on, { assignees: users.toReversed(), ...overrides })
  const [userId = "" as never] = users
  const under = { taskId: task.id, userId }
  return {
    ...task,
    comments: [aComment(under), aComment({ ...under, mentions: users, createdAt: instant(5) })],
    subtasks: [aSubtask({ taskId: task.id }), aSubtask({ taskId: task.id, completed: true, createdAt: instant(5) })],
    timeEntries: [aTimeEntry(under), aTimeEntry({ ...under, duration: 1 / 3, createdAt: instant(5) })]
  }
}

const allTasks = (boardId: Board.BoardId) =>
  Effect.flatMap(archive.taskIds(boardId), (ids) => archive.tasks(boardId, ids))

const idsOf = <A extends string>(tasks: ReadonlyArray<{ readonly id: A }>) => tasks.map(({ id }) => id)

/** The contract of `ArchiveRepository`. */
export const archiveRepositorySuite: Suite<Repositories> = (it) => {
  ownEntriesTests(it)

  it("returns tasks with their lists, as they were stored", function* () {
    const on = yield* given
    const boardId = on.on.board.id
    const full = aFullTask(on, { dueDate: instant(9), columnValues: { "": [{ a: null }], 'b"': 1e21 } })
    const plain = aWholeTask(on.on, { rank: rankAt(1) })
    const other = aFullTask(yield* given)
    yield* archive.insertTasks([
      {
        ...full,
        comments: full.comments.toReversed(),
        subtasks: full.subtasks.toReversed(),
        timeEntries: full.timeEntries.toReversed()
      },
      plain
    ])
    yield* archive.insertTasks([other])
    assert.deepStrictEqual(yield* allTasks(boardId), [full, plain])
    const { rank: _, ...details } = full
    const totals = { comments: 2, subtasks: 2, timeEntries: 2 }
    assert.deepStrictEqual(valueOf(yield* findTask(full.id)), { ...details, totals, files: [] })
  })

  it("returns tasks that TaskRepository stored", function* () {
    const on = yield* given
    const { comments, subtasks, timeEntries, ...task } = aFullTask(on)
    yield* tasks.insert([task])
    yield* Effect.forEach(comments, tasks.insertComment)
    yield* Effect.forEach(subtasks, tasks.insertSubtask)
    yield* Effect.forEach(timeEntries, tasks.insertTimeEntry)
    const found = yield* allTasks(on.on.board.id)
    assert.deepStrictEqual(found, [{ ...task, comments, subtasks, timeEntries }])
  })

  it("returns tasks with their subtasks alone", function* () {
    const on = yield* given
    const [first, second] = [0, 1].map((at) => aFullTask(on, { rank: rankAt(at) }))
    if (first === undefined || second === undefined) return assert.fail("no tasks")
    yield* archive.insertTasks([first, second])
    const withSubtasks = (task: Archive.WholeTask) => ({ ...task, comments: [], timeEntries: [] })
    const { id } = on.on.board
    assert.deepStrictEqual(yield* archive.tasksWithSubtasks(id, [first.id]), [withSubtasks(first)])
    assert.deepStrictEqual(
      yield* archive.tasksWithSubtasks(id, idsOf([second, first])),
      [second, first].map(withSubtasks)
    )
    assert.deepStrictEqual(yield* archive.tasksWithSubtasks(id, []), [])
  })

  it("stores long and unusual texts", function* () {
    const { on, users } = yield* given
    const [userId = "" as never] = users
    const whole = AWKWARD_TEXTS.map((text, place) => {
      const name = AWKWARD_NAMES[place] ?? "a name"
      const task = aWholeTask(on, { name, description: text, columnValues: { [name]: text }, rank: rankAt(place) })
      const under = { taskId: task.id, userId }
      return {
        ...task,
        comments: [aComment({ ...under, content: text })],
        subtasks: [aSubtask({ taskId: task.id, name })],
        timeEntries: [aTimeEntry({ ...under, description: text })]
      }
    })
    yield* archive.insertTasks(whole)
    assert.deepStrictEqual(yield* allTasks(on.board.id), whole)
  })

  it("returns the ids of a board's tasks in order of rank, ties by id", function* () {
    const { on } = yield* given
    const prefix = fresh("task")
    const ranks = ["dZ", "da", "a0", "dZ", "z9", "dZ"]
    const tasks = ranks.map((rank, at) =>
      aWholeTask(on, {
        id: `${prefix} ${["b", "x", "y", "B", "z", "a"][at]}` as Task.TaskId,
        rank: Values.Rank.make(rank)
      })
    )
    yield* archive.insertTasks(tasks)
    assert.deepStrictEqual(yield* archive.taskIds(on.board.id), idsOf(pick(tasks, [2, 3, 5, 0, 1, 4])))
  })

  it("returns tasks in the order of the ids, and only those that are on the board", function* () {
    const { on } = yield* given
    const { on: elsewhere } = yield* given
    const [first, second, deleted] = [0, 1, 2].map((at) => aWholeTask(on, { rank: rankAt(at) }))
    const other = aWholeTask(elsewhere)
    if (first === undefined || second === undefined || deleted === undefined) return assert.fail("no tasks")
    yield* archive.insertTasks([first, second, deleted, other])
    const deletion = aDeletion(on.board, { kind: "task", subjectId: deleted.id })
    yield* (yield* Trash.TrashRepository).put(deletion, false)
    const ids = [second.id, deleted.id, other.id, fresh("task") as Task.TaskId, first.id]
    assert.deepStrictEqual(yield* archive.tasks(on.board.id, ids), [second, first])
    assert.deepStrictEqual(yield* archive.taskIds(on.board.id), [first.id, second.id])
  })

  it("returns no tasks for an unknown board, and stores an empty list", function* () {
    yield* archive.insertTasks([])
    assert.deepStrictEqual(yield* allTasks(fresh("board") as never), [])
  })

  it("stores all or none: a wrong group, a taken id or an entry without a task leaves nothing", function* () {
    const on = yield* given
    const boardId = on.on.board.id
    const other = yield* givenBoard()
    const good = Array.from({ length: 700 }, (_, place) => aFullTask(on, { rank: rankAt(place) }))
    const [first = assert.fail("no task")] = good
    const stray = aWholeTask(on.on, {
      comments: first.comments.map((each) => ({ ...each, taskId: "none" as never }))
    })
    for (const bad of [aWholeTask(on.on, { groupId: other.groups[0].id }), first, stray]) {
      yield* dies(archive.insertTasks([...good, bad]))
      yield* dies(Ports.transactional(archive.insertTasks([...good, bad])))
    }
    assert.deepStrictEqual(yield* tasks.list({ boardId }, wholeList), { items: [], total: 0 })
    yield* Ports.transactional(archive.insertTasks(good))
    assert.deepStrictEqual(yield* allTasks(boardId), good)
  })

  it("many copies at once are placed directly after their task, with its subtasks", function* () {
    const on = yield* given
    const [first, second] = [0, 1].map((at) => aFullTask(on, { rank: rankAt(at), name: `task ${at}` }))
    if (first === undefined || second === undefined) return assert.fail("no tasks")
    yield* archive.insertTasks([first, second])
    const copied = yield* atOnce(8, (at) =>
      Duplicate.duplicateTask(first.id, { name: `copy ${at}` }).pipe(
        Effect.provideService(Access.CurrentActor, Access.Actor.Operator()),
        Effect.provideService(Ports.Ids, { next: Effect.sync(() => fresh("copy")) })
      )
    )
    const found = yield* allTasks(on.on.board.id)
    assert.deepStrictEqual([found[0], found.at(-1)], [first, second])
    const copies = found.slice(1, -1)
    assert.sameMembers(idsOf(copies), idsOf(copied))
    assert.strictEqual(new Set(copies.map(({ rank }) => rank)).size, copied.length)
    for (const { comments, subtasks, timeEntries } of copies) {
      assert.deepStrictEqual([comments, timeEntries], [[], []])
      assert.deepStrictEqual(
        subtasks.map(({ completed }) => completed),
        [false, true]
      )
    }
  })

  fullTaskTests(it)
}

/** Runs the suite on an adapter. */
export const archiveRepositoryContract = contract("ArchiveRepository", archiveRepositorySuite)
