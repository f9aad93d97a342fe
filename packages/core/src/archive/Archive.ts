import type { Board, Column, Group, Member } from "../board/Board.js"
import type { Comment, Subtask, TaskDetails, TimeEntry } from "../task/Task.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { UserId } from "../values/ids.js"

/** The value of the field `format`. */
export const FORMAT = "boardwright-board"
/** The version that is written, and the only one that is read. */
export const VERSION = 1

/** A person in an archive. Former users have an id only. */
export interface ArchivedPerson {
  readonly id: UserId
  /** Only if the exporter may manage the board. */
  readonly email?: string
  readonly name?: string
}

/** A board without its tasks, as plain JSON. The ids are those of the exported board, used within the archive only. */
export interface ArchiveHeader {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  readonly exportedAt: Timestamp
  readonly board: Omit<Board, "id" | "workspaceId">
  /** In order. */
  readonly groups: ReadonlyArray<Group>
  /** In order. */
  readonly columns: ReadonlyArray<Column>
  /** In order of joining. */
  readonly members: ReadonlyArray<Member>
  /** All members, assignees, authors and mentioned users. */
  readonly people: ReadonlyArray<ArchivedPerson>
}

/** A task with its comments, subtasks and time entries in order of creation (subtasks in their order), as plain JSON. */
export interface ArchivedTask extends Omit<
  TaskDetails,
  "boardId" | "columnWarnings" | "comments" | "subtasks" | "timeEntries" | "totals" | "files"
> {
  readonly comments: ReadonlyArray<Omit<Comment, "taskId">>
  readonly subtasks: ReadonlyArray<Omit<Subtask, "taskId">>
  readonly timeEntries: ReadonlyArray<Omit<TimeEntry, "taskId">>
}

/** A part of an archive that cannot be restored unchanged; `path` as in `InvalidInput`. */
export interface ArchiveWarning {
  readonly path: ReadonlyArray<string>
  readonly value: string
  readonly message: string
}
