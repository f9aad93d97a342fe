import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnChild } from "../access/authorize.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { changedFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { rankAfter } from "../values/Rank.js"
import { Id } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { GroupId } from "../values/ids.js"
import { type PlacedTask, TaskId, withoutRank } from "./Task.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"

/** The group to move to, on the task's own board. */
export const MoveTask = Schema.Struct({ groupId: Id })
export type MoveTask = typeof MoveTask.Type

const decode = decodeInput(MoveTask)

/**
 * Checks the input of `moveTask` and returns its transaction. `verify` gets the task as it is, after the rights are
 * checked.
 */
export const movingTask = Effect.fnUntraced(function* <E = never>(
  id: string,
  input: MoveTask,
  verify: (before: PlacedTask) => Effect.Effect<void, E> = () => Effect.void
) {
  const tasks = yield* TaskRepository
  const boards = yield* BoardRepository
  const taskId = TaskId.make(id)
  const groupId = GroupId.make((yield* decode(input)).groupId)
  return Effect.gen(function* () {
    // Locked in the order in which deleting a board locks: the group before the task.
    const held = yield* boards.holdGroup(taskId, groupId)
    const { access, task } = yield* tasks.lock(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
    const target = orNotFound("Group", groupId)(Effect.succeed(held))
    const group = yield* allowOnChild(access, "edit the board's content", target)
    yield* verify(task)
    const moved: PlacedTask = { ...task, groupId, rank: rankAfter(group.lastTaskRank), updatedAt: yield* now }
    yield* tasks.replace(moved, task)
    return recorded(withoutRank(moved), taskChange("task.moved", access, taskId, changedFields(task, moved)))
  })
})

/**
 * Moves a task to the end of a group of its board, which may be its own group.
 * Fails with `InvalidInput`, `NotFound` for the task or the group, or `Forbidden`.
 */
export const moveTask = (id: string, input: MoveTask) => Effect.flatMap(movingTask(id, input), recording)
