import { Effect } from "effect"
import { Ids } from "../ports/Ids.js"
import type { Column } from "../board/Board.js"
import { replacePeople } from "../board/boundField.js"
import { cellsOnBoard } from "../task/writeCells.js"
import { mergeColumnValues } from "../task/TaskInput.js"
import type { Rank } from "../values/Rank.js"
import { type BoardId, type ColumnId, type GroupId, SubtaskId, TaskId, type UserId } from "../values/ids.js"
import type { TaskInput } from "./ArchiveInput.js"
import type { WholeTask } from "./ArchiveRepository.js"
import { type MatchedPeople, usersOf } from "./matchPeople.js"

/** The place of an archived task on the new board, and the new ids and users of its references. */
export interface NewPlace {
  readonly boardId: BoardId
  readonly rank: Rank
  readonly groupIds: ReadonlyMap<string, GroupId>
  readonly columnIds: ReadonlyMap<string, ColumnId>
  /** The columns of the new board. */
  readonly columns: ReadonlyArray<Column>
  /** Those of people, but the one of the assignees, which is written with them. */
  readonly ofPeople: ReadonlySet<string>
  readonly people: MatchedPeople
  readonly fallback: UserId
}

/** New ids for entries, in order: entries of the same time are ordered by id. */
export const idsFor = Effect.fnUntraced(function* (parts: ReadonlyArray<unknown>) {
  const { next } = yield* Ids
  const ids: Array<string> = []
  for (const _ of parts) ids.push(yield* next)
  return ids.toSorted()
})

/** The new task for a checked archived task. */
export const placeTask = Effect.fnUntraced(function* (task: TaskInput, place: NewPlace) {
  const { boardId, columnIds, columns, fallback, groupIds, ofPeople, people, rank } = place
  const localOf = (text: string): string => people.userOf(text) ?? people.nameOf(text)
  const taskId = TaskId.make(yield* (yield* Ids).next)
  const commentIds = yield* idsFor(task.comments)
  const subtaskIds = yield* idsFor(task.subtasks)
  const entryIds = yield* idsFor(task.timeEntries)
  const values = Object.entries(mergeColumnValues({}, task.columnValues))
  const columnValues = Object.fromEntries(
    values.map(([key, value]) => {
      const id = columnIds.get(key) ?? key
      return [id, ofPeople.has(id) ? replacePeople(value, localOf) : value]
    })
  )
  const whole: WholeTask = {
    ...task,
    ...cellsOnBoard(
      { ...task, assignees: usersOf(people, task.assignees), columnValues },
      columns,
      task.assignees.length > 0
    ).cells,
    id: taskId,
    boardId,
    rank,
    groupId: groupIds.get(task.groupId) ?? (task.groupId as GroupId),
    comments: task.comments.map((comment, at) => ({
      ...comment,
      id: commentIds[at] ?? "",
      taskId,
      userId: people.userOf(comment.userId) ?? fallback,
      mentions: usersOf(people, comment.mentions),
      editedAt: comment.editedAt ?? null
    })),
    subtasks: task.subtasks.map((subtask, at) => ({ ...subtask, id: SubtaskId.make(subtaskIds[at] ?? ""), taskId })),
    // Adding 0 makes a negative zero a zero, as it is stored.
    timeEntries: task.timeEntries.map((entry, at) => ({
      ...entry,
      id: entryIds[at] ?? "",
      taskId,
      userId: people.userOf(entry.userId) ?? fallback,
      duration: entry.duration + 0
    }))
  }
  return whole
})
