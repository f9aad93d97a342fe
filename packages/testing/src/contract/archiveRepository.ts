import { Access, Archive, Duplicate, Ports, Task, Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import {
  aComment,
  aSubtask,
  aTask,
  aTimeEntry,
  fresh,
  givenAccount,
  type GivenBoard,
  givenBoard,
  instant,
  rankAt,
  wholeList
} from "../fixtures.js"
import type { Repositories } from "../Repositories.js"
import { fullTaskTests } from "./taskLimits.js"
import { contract, type Suite } from "./Suite.js"
import { AWKWARD_NAMES, AWKWARD_TEXTS, atOnce, dies, findTask, pick, valueOf } from "./support.js"
import { ownEntriesTests } from "./ownEntries.js"

const archive = Effect.serviceFunctions(Archive.ArchiveRepository)
const tasks = Effect.serviceFunctions(Task.TaskRepository)

const given = Effect.gen(function* () {
  const on = yield* givenBoard()
  const users = [(yield* givenAccount()).id, (yield* givenAccount()).id]
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

const idsOf = (tasks: ReadonlyArray<{ readonly id: string }>) => tasks.map(({ id }) => id)

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
    assert.deepStrictEqual(yield* archive.tasks(boardId, null, 10), [full, plain])
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
    const found = yield* archive.tasks(on.on.board.id, null, 10)
    assert.deepStrictEqual(found, [{ ...task, comments, subtasks, timeEntries }])
  })

  it("returns tasks with their subtasks alone", function* () {
    const on = yield* given
    const [first, second] = [0, 1].map((at) => aFullTask(on, { rank: rankAt(at) }))
    if (first === undefined || second === undefined) return assert.fail("no tasks")
    yield* archive.insertTasks([first, second])
    const withSubtasks = (task: Archive.WholeTask) => ({ ...task, comments: [], timeEntries: [] })
    const { id } = on.on.board
    assert.deepStrictEqual(yield* archive.tasksWithSubtasks(id, null, 1), [withSubtasks(first)])
    assert.deepStrictEqual(yield* archive.tasksWithSubtasks(id, first, 9), [withSubtasks(second)])
    assert.deepStrictEqual(yield* archive.tasksWithSubtasks(id, second, 9), [])
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
    assert.deepStrictEqual(yield* archive.tasks(on.board.id, null, whole.length), whole)
  })

  it("returns pages in order of rank, ties by id, after a position", function* () {
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
    const inOrder = pick(tasks, [2, 3, 5, 0, 1, 4])
    for (const limit of [1, 2, 4, 6, 7]) {
      const found: Array<Archive.WholeTask> = []
      for (let page = 0; ; page++) {
        const next = yield* archive.tasks(on.board.id, found.at(-1) ?? null, limit)
        found.push(...next)
        if (next.length < limit) break
        assert.isAtMost(page, 6)
      }
      assert.deepStrictEqual(idsOf(found), idsOf(inOrder), `pages of ${limit}`)
    }
    const behind = { rank: Values.Rank.make("e0"), id: "" as Task.TaskId }
    assert.deepStrictEqual(idsOf(yield* archive.tasks(on.board.id, behind, 9)), idsOf(pick(tasks, [4])))
  })

  it("returns no tasks for an unknown board, and stores an empty list", function* () {
    yield* archive.insertTasks([])
    assert.deepStrictEqual(yield* archive.tasks(fresh("board") as never, null, 10), [])
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
    assert.deepStrictEqual(yield* archive.tasks(boardId, null, 1000), good)
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
    const found = yield* archive.tasks(on.on.board.id, null, 20)
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
