import { Context, type Effect, type Option } from "effect"
import type { BoardAccess } from "../access/AccessRepository.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Page, Slice } from "../values/Page.js"
import type { Rank } from "../values/Rank.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { TaskId, UserId, WorkspaceId } from "../values/ids.js"
import type { Board, BoardDetails, BoardId, Column, ColumnId, Group, GroupId, Member, Placed } from "./Board.js"

/** A group as the place of a task that comes to its board, or goes to another group there: at the board's end. */
export interface GroupWithEnd extends Group {
  /**
   * The rank of the board's last task, of whatever group, or null. It is not locked: tasks that are placed after it at
   * once get the same rank, and stand in order of id.
   */
  readonly lastTaskRank: Rank | null
}

/** The end of an ordered list: the last rank, null where the list is empty, and how many entries there are. */
export interface ListEnd {
  readonly rank: Rank | null
  readonly count: number
}

/** A board as the place of a new task, and how a user stands to it. */
export interface TaskPlace {
  readonly access: BoardAccess
  readonly group: Option.Option<GroupWithEnd>
}

/** Keeps boards with their groups, columns and members. */
export class BoardRepository extends Context.Tag("@boardwright/core/BoardRepository")<
  BoardRepository,
  {
    readonly insert: (board: Board) => Effect.Effect<void, StorageUnavailable>
    readonly find: (id: BoardId) => Effect.Effect<Option.Option<BoardDetails>, StorageUnavailable>
    /**
     * The board's own fields; no other transaction that locks, changes or removes the board goes on until this one
     * ends. Whoever changes who is on a board holds this lock, and takes it before any other and before asking who may.
     */
    readonly lock: (id: BoardId) => Effect.Effect<Option.Option<Board>, StorageUnavailable>
    /**
     * The workspace's boards in order of creation (ties by id). With a user, only those of which the user is a member
     * or has a pending invitation; with null, all.
     */
    readonly list: (
      workspaceId: WorkspaceId,
      visibleTo: UserId | null,
      slice: Slice
    ) => Effect.Effect<Page<BoardDetails>, StorageUnavailable>
    /**
     * The boards of exactly this name, in order of creation (ties by id). With a user, only those in a workspace of the
     * user's own and those of which the user is a member or has a pending invitation; with null, everybody's.
     */
    readonly listNamed: (
      name: string,
      visibleTo: UserId | null,
      slice: Slice
    ) => Effect.Effect<Page<BoardDetails>, StorageUnavailable>
    /** Writes every field of the board but its id and workspace. */
    readonly replace: (board: Board) => Effect.Effect<void, StorageUnavailable>
    /** Removes the board and everything on it. False when there is none. */
    readonly remove: (id: BoardId) => Effect.Effect<boolean, StorageUnavailable>

    readonly insertGroup: (boardId: BoardId, group: Placed<Group>) => Effect.Effect<void, StorageUnavailable>
    /**
     * Where a task may come to, and how a user stands there: as `AccessRepository.board` answers, with the group under
     * the board, or its first group in order where none is named. A group of another board is none.
     */
    readonly findPlace: (
      boardId: BoardId,
      groupId: GroupId | null,
      userId: UserId | null
    ) => Effect.Effect<Option.Option<TaskPlace>, StorageUnavailable>
    /**
     * A group under the board of a task, which no other transaction removes until this one ends; any number may hold it. A
     * group of another board is none.
     */
    readonly holdGroup: (taskId: TaskId, id: GroupId) => Effect.Effect<Option.Option<GroupWithEnd>, StorageUnavailable>
    readonly groupsEnd: (boardId: BoardId) => Effect.Effect<ListEnd, StorageUnavailable>

    readonly insertColumn: (boardId: BoardId, column: Placed<Column>) => Effect.Effect<void, StorageUnavailable>
    /** Stores the columns, all or none. */
    readonly insertColumns: (
      boardId: BoardId,
      columns: ReadonlyArray<Placed<Column>>
    ) => Effect.Effect<void, StorageUnavailable>
    /** A column under its board; a column of another board is none. */
    readonly findColumn: (boardId: BoardId, id: ColumnId) => Effect.Effect<Option.Option<Column>, StorageUnavailable>
    /** Like `findColumn`, and no other transaction changes the column until this one ends. */
    readonly lockColumn: (boardId: BoardId, id: ColumnId) => Effect.Effect<Option.Option<Column>, StorageUnavailable>
    /** The ids of the board's columns. */
    readonly columnIds: (boardId: BoardId) => Effect.Effect<ReadonlyArray<ColumnId>, StorageUnavailable>
    readonly columnsEnd: (boardId: BoardId) => Effect.Effect<ListEnd, StorageUnavailable>
    /** Writes every field of the column but its id and place. */
    readonly replaceColumn: (boardId: BoardId, column: Column) => Effect.Effect<void, StorageUnavailable>

    /** Adds the member, or gives one who is a member already the new role. */
    readonly putMember: (boardId: BoardId, member: Member, at: Timestamp) => Effect.Effect<void, StorageUnavailable>
    /** In order of joining (ties by user id). */
    readonly members: (boardId: BoardId) => Effect.Effect<ReadonlyArray<Member>, StorageUnavailable>
    readonly removeMember: (boardId: BoardId, userId: UserId) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
