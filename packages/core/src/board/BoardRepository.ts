import { Context, type Effect, type Option } from "effect"
import type { BoardAccess } from "../access/AccessRepository.js"
import type { TokenPlaces } from "../access/TokenPower.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Page, Slice } from "../values/Page.js"
import type { Rank } from "../values/Rank.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { TaskId, UserId, WorkspaceId } from "../values/ids.js"
import type { Json } from "../values/Json.js"
import type {
  Binding,
  Board,
  BoardDetails,
  BoardId,
  Column,
  ColumnId,
  Group,
  GroupId,
  Member,
  Placed
} from "./Board.js"
import type { FieldValues } from "./boundField.js"
import type { TypedColumn } from "./readCell.js"

/** A group with the end of its board, where new and moved tasks are placed. */
export interface GroupWithEnd extends Group {
  /**
   * The rank of the board's last task in any group, or null. It is not locked: tasks that are placed after it
   * concurrently get the same rank and are ordered by id.
   */
  readonly lastTaskRank: Rank | null
}

/** A group or a column in the order of its board. */
export interface RankedPart {
  readonly id: string
  readonly rank: Rank
}

/** How many tasks a part of a board has. */
export interface TaskCounts {
  readonly tasks: number
  /** Others, in the trash. */
  readonly inTrash: number
}

/** The end of an ordered list: the last rank (null if the list is empty) and the number of entries. */
export interface ListEnd {
  readonly rank: Rank | null
  readonly count: number
}

/** The target of a new task: a board's group and columns, and the user's access to the board. */
export interface TaskPlace {
  readonly access: BoardAccess
  readonly group: Option.Option<GroupWithEnd>
  /** Those that are bound to fields. */
  readonly bindings: ReadonlyArray<Binding>
  /** In order. */
  readonly typed: ReadonlyArray<TypedColumn>
}

/** The fields of a task, also of one in the trash, and its cell in a column; null if it has none. */
export interface TaskCell extends FieldValues {
  readonly id: TaskId
  readonly rank: Rank
  readonly cell: Json
}

/** The new cell of a task in a column; null removes it. A `value` is the new value of the field of the column. */
export interface NewCell {
  readonly id: TaskId
  readonly cell: Json
  readonly value: string | null
}

/** A cell of a column, null for a missing one, and what replaces it: null removes it. A `value` is the new value of the field of the column. */
export interface CellReplacement {
  readonly from: Json
  readonly to: Json
  readonly value: string | null
}

/**
 * How a user appears on a board, in order: as a member with a role, as the workspace's owner who is not a member, by a
 * pending invitation by id, or only by what is on the board.
 */
export const APPEARANCES = ["admin", "editor", "viewer", "owner", "invited", "none"] as const
export type Appearance = (typeof APPEARANCES)[number]

export interface Appearing {
  readonly userId: UserId
  readonly as: Appearance
}

/** A board with a user's role on it; null for a user who is not a member. */
export interface JoinedBoard {
  readonly boardId: BoardId
  readonly workspaceId: WorkspaceId
  readonly role: Member["role"] | null
}

/** Stores boards with their groups, columns and members. */
export class BoardRepository extends Context.Tag("@boardwright/core/BoardRepository")<
  BoardRepository,
  {
    readonly insert: (board: Board) => Effect.Effect<void, StorageUnavailable>
    readonly find: (id: BoardId) => Effect.Effect<Option.Option<BoardDetails>, StorageUnavailable>
    /**
     * The board's own fields; no other transaction locks, changes or removes the board until this one ends. A
     * transaction that changes the members or invitations of a board takes this lock first, before any other but that of
     * a user's account, and before it reads the actor's access.
     */
    readonly lock: (id: BoardId) => Effect.Effect<Option.Option<Board>, StorageUnavailable>
    /**
     * The workspace's boards in order of creation (ties by id). With a user, only those that the user is a member of or
     * invited to; with null, all. With a user and places, those in the places that the user can read.
     */
    readonly list: (
      workspaceId: WorkspaceId,
      visibleTo: UserId | null,
      slice: Slice,
      places?: TokenPlaces | null
    ) => Effect.Effect<Page<BoardDetails>, StorageUnavailable>
    /**
     * The boards of exactly this name, in order of creation (ties by id). With a user, only those in the user's own
     * workspaces and those that the user is a member of or invited to; with null, all. With places, only those in them.
     */
    readonly listNamed: (
      name: string,
      visibleTo: UserId | null,
      slice: Slice,
      places?: TokenPlaces | null
    ) => Effect.Effect<Page<BoardDetails>, StorageUnavailable>
    /** Writes every field of the board but its id and workspace. */
    readonly replace: (board: Board) => Effect.Effect<void, StorageUnavailable>

    readonly insertGroup: (boardId: BoardId, group: Placed<Group>) => Effect.Effect<void, StorageUnavailable>
    /**
     * The board's group with this id (null: its first group in order), with the user's access as
     * `AccessRepository.board` returns it. The group of another board is none.
     */
    readonly findPlace: (
      boardId: BoardId,
      groupId: GroupId | null,
      userId: UserId | null
    ) => Effect.Effect<Option.Option<TaskPlace>, StorageUnavailable>
    /**
     * A group of the task's board, which no other transaction removes until this one ends; any number may hold it. The
     * group of another board is none.
     */
    readonly holdGroup: (taskId: TaskId, id: GroupId) => Effect.Effect<Option.Option<GroupWithEnd>, StorageUnavailable>
    /** Like `holdGroup`, and no other transaction locks the group until this one ends. */
    readonly lockGroup: (taskId: TaskId, id: GroupId) => Effect.Effect<Option.Option<GroupWithEnd>, StorageUnavailable>
    /**
     * Those of the groups that are on the board, held as by `holdGroup` in the order of their ids; or locked, as by
     * `lockGroup`.
     */
    readonly holdGroups: (
      boardId: BoardId,
      ids: ReadonlyArray<string>,
      locked: boolean
    ) => Effect.Effect<ReadonlyArray<Group>, StorageUnavailable>
    /**
     * Removes a group of the board and returns it; none if there is none, or if it has tasks, in the trash included. No
     * task is placed in it meanwhile. The caller's transaction holds the lock of the board.
     */
    readonly removeGroup: (
      boardId: BoardId,
      id: GroupId
    ) => Effect.Effect<Option.Option<Placed<Group>>, StorageUnavailable>
    /**
     * Locks two groups of the board, in the order of their ids, and then all tasks of the first, which it counts. Until the
     * transaction ends no task enters or leaves the first. The caller's transaction holds the lock of the board.
     */
    readonly lockTasksOf: (
      boardId: BoardId,
      id: GroupId,
      other: GroupId
    ) => Effect.Effect<TaskCounts, StorageUnavailable>
    /**
     * Moves all tasks of a group to another one, in the trash included, and gives them ranks after all others of the board,
     * in their order. The caller's transaction has locked them by `lockTasksOf`, which returned the counts.
     */
    readonly moveTasks: (
      move: { readonly boardId: BoardId; readonly from: GroupId; readonly to: GroupId },
      counts: TaskCounts,
      at: Timestamp
    ) => Effect.Effect<void, StorageUnavailable>
    /** Writes every field of the group but its id and place. */
    readonly replaceGroup: (boardId: BoardId, group: Group) => Effect.Effect<void, StorageUnavailable>
    readonly groupsEnd: (boardId: BoardId) => Effect.Effect<ListEnd, StorageUnavailable>

    readonly insertColumn: (boardId: BoardId, column: Placed<Column>) => Effect.Effect<void, StorageUnavailable>
    /** Stores the columns, all or none. */
    readonly insertColumns: (
      boardId: BoardId,
      columns: ReadonlyArray<Placed<Column>>
    ) => Effect.Effect<void, StorageUnavailable>
    /** The column of another board is none. */
    readonly findColumn: (boardId: BoardId, id: ColumnId) => Effect.Effect<Option.Option<Column>, StorageUnavailable>
    /** Like `findColumn`, and no other transaction changes or holds the column until this one ends. */
    readonly lockColumn: (boardId: BoardId, id: ColumnId) => Effect.Effect<Option.Option<Column>, StorageUnavailable>
    /**
     * The columns of the board with these ids, which no other transaction locks or removes until this one ends; any number
     * may hold them, and add options. A transaction that stores values holds their columns.
     */
    readonly holdColumns: (
      boardId: BoardId,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Column>, StorageUnavailable>
    /**
     * Like `holdColumns`, and no other transaction adds options to the columns until this one ends. Nothing but added
     * options may be stored under this lock, since others hold the columns.
     */
    readonly lockOptions: (
      boardId: BoardId,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Column>, StorageUnavailable>
    /**
     * Columns that an earlier version stored, which are to be bound if an import made them, by board, of those with an id
     * after `after`; those of a board follow one another in their order. Columns of boards in the trash are left out.
     */
    readonly listUnsettled: (
      after: BoardId | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<{ readonly boardId: BoardId; readonly id: ColumnId }>, StorageUnavailable>
    /** Leaves the columns of the board as they are from now on. */
    readonly settle: (boardId: BoardId) => Effect.Effect<void, StorageUnavailable>
    /** The columns of the board that are bound to fields, in order of the field. */
    readonly bindings: (boardId: BoardId) => Effect.Effect<ReadonlyArray<Binding>, StorageUnavailable>
    /**
     * Locks the board, which this transaction holds the lock of, and all of its tasks. Until it ends, a transaction that
     * creates a task on the board waits before it reads the bindings, and no other transaction changes or moves a task. One
     * that waits for a task reads the bindings after that, if its cell has been set by `setCells`. For a transaction that
     * binds a column.
     */
    readonly lockAgainstTasks: (id: BoardId) => Effect.Effect<void, StorageUnavailable>
    /** At most `limit` tasks of the board after a place in its order, or its first ones. */
    readonly listCells: (
      boardId: BoardId,
      columnId: ColumnId,
      after: Pick<TaskCell, "id" | "rank"> | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<TaskCell>, StorageUnavailable>
    /** Sets the cells of tasks of the board in a column, and with a value also the field and the time of the last change. */
    readonly setCells: (
      boardId: BoardId,
      column: Pick<Column, "id" | "field">,
      cells: ReadonlyArray<NewCell>,
      at: Timestamp
    ) => Effect.Effect<void, StorageUnavailable>
    /**
     * The distinct cells of a column and how many tasks have each, also in the trash; null for the tasks without one. None if
     * they have more than `maxSize` characters of JSON in all.
     */
    readonly countCells: (
      boardId: BoardId,
      columnId: ColumnId,
      maxSize: number
    ) => Effect.Effect<
      Option.Option<ReadonlyArray<{ readonly cell: Json; readonly tasks: number }>>,
      StorageUnavailable
    >
    /** Replaces cells of a column, and the values of its field, on all tasks of the board in one statement. */
    readonly replaceCells: (
      boardId: BoardId,
      column: Pick<Column, "id" | "field">,
      replacements: ReadonlyArray<CellReplacement>,
      at: Timestamp
    ) => Effect.Effect<void, StorageUnavailable>
    /**
     * Removes a column of the board and returns it; none if there is none, or if a task has a value in it, in the trash
     * included. No value is stored in it meanwhile. The caller's transaction holds the lock of the board.
     */
    readonly removeColumn: (
      boardId: BoardId,
      id: ColumnId
    ) => Effect.Effect<Option.Option<Placed<Column>>, StorageUnavailable>
    /**
     * Removes the values of a column from all tasks of the board, in the trash included, and counts them. No value is stored
     * in it until the transaction ends, which holds the lock of the board. Tasks are locked before the column, as by those
     * who store values.
     */
    readonly clearColumn: (
      boardId: BoardId,
      id: ColumnId,
      at: Timestamp
    ) => Effect.Effect<TaskCounts, StorageUnavailable>
    readonly columnsEnd: (boardId: BoardId) => Effect.Effect<ListEnd, StorageUnavailable>
    /** Writes every field of the column but its id and place. */
    readonly replaceColumn: (boardId: BoardId, column: Column) => Effect.Effect<void, StorageUnavailable>

    /** The groups or columns of the board with their ranks, in order. */
    readonly ranks: (
      boardId: BoardId,
      parts: "groups" | "columns"
    ) => Effect.Effect<ReadonlyArray<RankedPart>, StorageUnavailable>
    /** Gives groups or columns of the board these ranks. The caller's transaction holds the lock of the board. */
    readonly rerank: (
      boardId: BoardId,
      parts: "groups" | "columns",
      ranked: ReadonlyArray<RankedPart>
    ) => Effect.Effect<void, StorageUnavailable>

    /** Adds the member, or changes the role of an existing one. */
    readonly putMember: (boardId: BoardId, member: Member, at: Timestamp) => Effect.Effect<void, StorageUnavailable>
    /** In order of joining (ties by user id). */
    readonly members: (boardId: BoardId) => Effect.Effect<ReadonlyArray<Member>, StorageUnavailable>
    /** The members of the workspace and of any of its boards, with `trash` also of those in the trash; each once, in any order. */
    readonly membersIn: (
      workspaceId: WorkspaceId,
      of?: { readonly trash: boolean }
    ) => Effect.Effect<ReadonlyArray<UserId>, StorageUnavailable>
    /**
     * Locks the boards that the user is a member of or invited to, and those in the user's own workspaces, as `lock` does, in
     * order of id. The role is that of a member, or null, once all are locked.
     */
    readonly lockOf: (userId: UserId) => Effect.Effect<ReadonlyArray<JoinedBoard>, StorageUnavailable>
    readonly removeMember: (boardId: BoardId, userId: UserId) => Effect.Effect<void, StorageUnavailable>
    /**
     * Everyone who appears on the board, each once, in order of `APPEARANCES` (ties by user id): members, the workspace's
     * owner, invited users, assignees, authors of comments and time entries, and former members. Tasks in the trash and
     * changes that are no longer stored are left out.
     */
    readonly people: (boardId: BoardId, slice: Slice) => Effect.Effect<Page<Appearing>, StorageUnavailable>
  }
>() {}
