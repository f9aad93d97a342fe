import type { Board } from "@boardwright/core"
import type { MemoryState, OnBoard } from "./MemoryState.js"
import { byRank, sortedBy } from "./order.js"

type Placed<A> = OnBoard<Board.Placed<A>>

/** The group without its rank. */
export const toGroup = ({ color, id, name }: Placed<Board.Group>): Board.Group => ({ id, name, color })

/** The column without its rank. */
export const toColumn = ({ boardId: _board, rank: _rank, ...column }: Placed<Board.Column>): Board.Column => column

const on = <A extends OnBoard<unknown>>(items: ReadonlyMap<string, A>, boardId: Board.BoardId): ReadonlyArray<A> =>
  [...items.values()].filter((item) => item.boardId === boardId)

export const groupsOf = (state: MemoryState, boardId: Board.BoardId) => byRank(on(state.groups, boardId))

export const columnsOf = (state: MemoryState, boardId: Board.BoardId) => byRank(on(state.columns, boardId))

/** The board's members in order of joining, ties by user id. */
export const membersOf = (state: MemoryState, boardId: Board.BoardId): ReadonlyArray<Board.Member> =>
  sortedBy(on(state.members, boardId), ({ joinedAt, userId }) => [joinedAt, userId]).map(({ role, userId }) => ({
    userId,
    role
  }))

/** The board with its groups, columns and members. */
export const boardDetails =
  (state: MemoryState) =>
  (board: Board.Board): Board.BoardDetails => ({
    ...board,
    groups: groupsOf(state, board.id).map(toGroup),
    columns: columnsOf(state, board.id).map(toColumn),
    members: membersOf(state, board.id)
  })
