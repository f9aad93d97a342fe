import { type Account, Archive, Ports, Task } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Array as Arrays, Effect } from "effect"
import { aComment, aSubtask, aTask, aTimeEntry, givenBoard, instant } from "../fixtures.js"
import type { Suite } from "./Suite.js"
import { atOnce, findTask, isNone, valueOf, someone } from "./support.js"
import type { TaskNeeds } from "./Needs.js"

const tasks = Effect.serviceFunctions(Task.TaskRepository)

/** The number of entries that still fit in each list. */
const ROOM = 2

const stored = Effect.fnUntraced(function* (
  lists: (under: { readonly taskId: Task.TaskId; readonly userId: Account.UserId }) => Partial<Task.Children>
) {
  const { board, groups } = yield* givenBoard()
  const task = aTask({ boardId: board.id, groupId: groups[0].id })
  const children = lists({ taskId: task.id, userId: yield* someone })
  const whole: Archive.WholeTask = { ...task, comments: [], subtasks: [], timeEntries: [], ...children }
  yield* (yield* Archive.ArchiveRepository).insertTasks([whole])
  return whole
})

const times = <A>(count: number, make: (at: number) => A) => Array.from({ length: count }, (_, at) => make(at))

const totalsOf = ({ comments, subtasks, timeEntries }: Task.Children): Task.ChildTotals => ({
  comments: comments.length,
  subtasks: subtasks.length,
  timeEntries: timeEntries.length
})

const given = Effect.gen(function* () {
  const { board, groups, workspace } = yield* givenBoard()
  const userId = yield* someone
  const task = aTask({ boardId: board.id, groupId: groups[0].id })
  const under = { taskId: task.id, userId, createdAt: instant(1) }
  const whole: Archive.WholeTask = {
    ...task,
    comments: times(Task.MAX_COMMENTS - ROOM, () => aComment(under)),
    subtasks: times(Task.MAX_SUBTASKS - ROOM, () => aSubtask({ taskId: task.id })),
    timeEntries: times(Task.MAX_TIME_ENTRIES - ROOM, () => aTimeEntry(under))
  }
  yield* (yield* Archive.ArchiveRepository).insertTasks([whole])
  return { task, under, workspace }
})

/** The contract of tasks that are held or at their limits. */
export const fullTaskTests: Suite<TaskNeeds | Archive.ArchiveRepository> = (it) => {
  it("adds to a full task concurrently only up to its limits", function* () {
    const { task, under } = yield* given
    const adding = [
      () => tasks.insertComment(aComment(under)),
      () => tasks.insertSubtask(aSubtask({ taskId: task.id })),
      () => tasks.insertTimeEntry(aTimeEntry(under))
    ]
    for (const add of adding) {
      const added = yield* atOnce(8, () => Ports.transactional(Effect.zipRight(tasks.hold(task.id, null), add())))
      assert.strictEqual(added.filter((one) => one).length, ROOM)
      assert.isFalse(yield* add())
    }
    const [stored] = yield* (yield* Archive.ArchiveRepository).tasks(task.boardId, [task.id])
    assert.strictEqual(stored?.comments.length, Task.MAX_COMMENTS)
    assert.strictEqual(stored?.subtasks.length, Task.MAX_SUBTASKS)
    assert.strictEqual(stored?.timeEntries.length, Task.MAX_TIME_ENTRIES)
  })

  it("returns a task with the newest entries of each list, up to the limits, and the totals", function* () {
    const text = (at: number, bytes: number) => "é".repeat(bytes / 2 + (at % 5))
    const cases: ReadonlyArray<Parameters<typeof stored>[0]> = [
      (under) => ({ comments: times(101, (at) => aComment({ ...under, createdAt: instant(at) })) }),
      (under) => ({ comments: times(1003, (at) => aComment({ ...under, createdAt: instant(at % 7) })) }),
      (under) => ({
        comments: times(60, (at) => aComment({ ...under, content: text(at, 30_000), createdAt: instant(at) })),
        subtasks: times(1000, (at) =>
          aSubtask({ taskId: under.taskId, name: "\u0001".repeat(200), createdAt: instant(at) })
        ),
        timeEntries: times(60, (at) => aTimeEntry({ ...under, description: text(at, 9000), createdAt: instant(at) }))
      }),
      (under) => ({
        comments: times(2, (at) => aComment({ ...under, content: text(at, 5000), createdAt: instant(at) })),
        timeEntries: times(40, (at) => aTimeEntry({ ...under, description: text(at, 60_000), createdAt: instant(at) }))
      })
    ]
    for (const lists of cases) {
      const whole = yield* stored(lists)
      const { comments, subtasks, timeEntries, totals } = valueOf(yield* findTask(whole.id))
      const sorted = valueOf(Arrays.head(yield* (yield* Archive.ArchiveRepository).tasks(whole.boardId, [whole.id])))
      assert.deepStrictEqual({ comments, subtasks, timeEntries }, Task.shownChildren(sorted))
      assert.deepStrictEqual(totals, totalsOf(whole))
    }
  })

  it("pages through each list in order of creation, up to the limit of bytes", function* () {
    const { id, ...whole } = yield* stored((under) => ({
      comments: times(5, (at) => aComment({ ...under, createdAt: instant(at), mentions: [under.userId] })),
      subtasks: times(5, (at) => aSubtask({ taskId: under.taskId, createdAt: instant(at) })),
      timeEntries: times(70, (at) =>
        aTimeEntry({ ...under, createdAt: instant(at), description: "é".repeat(32 * 1024) })
      )
    }))
    const slice = { page: 2, limit: 2, offset: 2 }
    assert.deepStrictEqual(yield* tasks.listComments(id, slice), { items: whole.comments.slice(2, 4), total: 5 })
    assert.deepStrictEqual(yield* tasks.listSubtasks(id, slice), { items: whole.subtasks.slice(2, 4), total: 5 })
    const beyond = { page: 4, limit: 2, offset: 6 }
    assert.deepStrictEqual(yield* tasks.listComments(id, beyond), { items: [], total: 5 })
    const most = { page: 1, limit: 65, offset: 2 }
    const { items } = yield* tasks.listTimeEntries(id, most)
    assert.deepStrictEqual(items, whole.timeEntries.slice(2, 2 + 64))
  })

  it("holds a task and returns the user's access", function* () {
    const { board, groups, workspace } = yield* givenBoard()
    const task = aTask({ boardId: board.id, groupId: groups[0].id })
    const { ownerId } = workspace
    isNone(yield* Ports.transactional(tasks.hold(task.id, ownerId)))
    yield* tasks.insert([task])
    for (const [userId, standing] of [
      [ownerId, "owner"],
      [null, "none"]
    ] as const) {
      assert.deepStrictEqual(valueOf(yield* Ports.transactional(tasks.hold(task.id, userId))), {
        boardId: board.id,
        workspaceId: workspace.id,
        ownerId,
        standing
      })
    }
  })
}
