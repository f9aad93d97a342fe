import { Archive, Ports, Task } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aComment, aSubtask, aTask, aTimeEntry, instant } from "../fixtures.js"
import { givenAccount, givenBoard } from "../given.js"
import type { Suite } from "./Suite.js"
import { atOnce, isNone, valueOf } from "./support.js"
import type { TaskNeeds } from "./taskLists.js"

/** How many of each more there is room for. */
const ROOM = 2

const given = Effect.gen(function* () {
  const { board, groups, workspace } = yield* givenBoard()
  const userId = (yield* givenAccount()).id
  const task = aTask({ boardId: board.id, groupId: groups[0].id })
  const under = { taskId: task.id, userId, createdAt: instant(1) }
  const times = <A>(most: number, make: () => A) => Array.from({ length: most - ROOM }, make)
  const whole: Archive.WholeTask = {
    ...task,
    comments: times(Task.MAX_COMMENTS, () => aComment(under)),
    subtasks: times(Task.MAX_SUBTASKS, () => aSubtask({ taskId: task.id })),
    timeEntries: times(Task.MAX_TIME_ENTRIES, () => aTimeEntry(under))
  }
  yield* (yield* Archive.ArchiveRepository).insertTasks([whole])
  return { task, under, workspace }
})

/** What is promised of tasks that are held, and of those that are full. */
export const fullTaskTests: Suite<TaskNeeds | Archive.ArchiveRepository> = (it) => {
  it.effect("of many who hold a full task and add to it, as many do as there is room for", () =>
    Effect.gen(function* () {
      const tasks = yield* Task.TaskRepository
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
      const [stored] = yield* (yield* Archive.ArchiveRepository).tasks(task.boardId, null, 1)
      assert.strictEqual(stored?.comments.length, Task.MAX_COMMENTS)
      assert.strictEqual(stored?.subtasks.length, Task.MAX_SUBTASKS)
      assert.strictEqual(stored?.timeEntries.length, Task.MAX_TIME_ENTRIES)
    })
  )

  it.effect("holds a task with how a user stands to its board", () =>
    Effect.gen(function* () {
      const tasks = yield* Task.TaskRepository
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
  )
}
