import type { Board, Column, Group, Member } from "../board/Board.js"
import type { Comment, Subtask, TaskDetails, TimeEntry } from "../task/Task.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { UserId } from "../values/ids.js"

/** What the first field of an archive says that it is. */
export const FORMAT = "boardwright-board"
/** The version of the form that is written, and the only one that is read. */
export const VERSION = 1

/** What an archive says of a person it names: of who is no user any more the id alone. */
export interface ArchivedPerson {
  readonly id: UserId
  /** Only where the exporter may manage the board. */
  readonly email?: string
  readonly name?: string
}

/** A board without its tasks, as plain JSON. Ids are those of where it was exported, and hold within the archive. */
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
  /** Everyone who is named: members, assignees, authors, and who is mentioned. */
  readonly people: ReadonlyArray<ArchivedPerson>
}

/** A task with everything under it, each list in order of creation, as plain JSON. */
export interface ArchivedTask extends Omit<
  TaskDetails,
  "boardId" | "comments" | "subtasks" | "timeEntries" | "totals" | "files"
> {
  readonly comments: ReadonlyArray<Omit<Comment, "taskId">>
  readonly subtasks: ReadonlyArray<Omit<Subtask, "taskId">>
  readonly timeEntries: ReadonlyArray<Omit<TimeEntry, "taskId">>
}

/** Something of an archive that could not be kept as it is; `path` as in `InvalidInput`. */
export interface ArchiveWarning {
  readonly path: ReadonlyArray<string>
  readonly value: string
  readonly message: string
}
