import { type Account, Board } from "@boardwright/core"
import { columnsOf, membersOf } from "./boardDetails.js"
import type { MemoryState } from "./MemoryState.js"
import { sortedBy } from "./order.js"

/** The entries of the cells of the board's columns of people: ids of users, and other texts. */
const peopleInCells = (state: MemoryState, boardId: Board.BoardId): ReadonlySet<unknown> => {
  const columns = columnsOf(state, boardId).filter(({ type }) => type.toLowerCase() === "person")
  const tasks = [...state.tasks.values()].filter((task) => task.boardId === boardId)
  const cells = tasks.flatMap(({ columnValues }) => columns.map(({ id }) => columnValues[id]))
  return new Set(cells.flat())
}

/** Everyone who appears on the board, in order. */
export const peopleOf = (state: MemoryState, boardId: Board.BoardId): ReadonlyArray<Board.Appearing> => {
  const board = state.boards.get(boardId)
  if (board === undefined) return []
  const people = new Map<Account.UserId, Board.Appearance>()
  const add = (userId: Account.UserId | undefined, as: Board.Appearance) => {
    if (userId !== undefined && !people.has(userId)) people.set(userId, as)
  }
  const isOnBoard = ({ taskId }: { readonly taskId: string }) => state.tasks.get(taskId)?.boardId === boardId
  const within = [...state.workspaceMembers.values()].filter(({ workspaceId }) => workspaceId === board.workspaceId)
  const members = [...membersOf(state, boardId), ...within]
  for (const held of ["admin", "editor", "viewer"] as const) {
    for (const { role, userId } of members) if (role === held) add(userId, role)
  }
  add(state.workspaces.get(board.workspaceId)?.ownerId, "owner")
  for (const invitation of state.invitations.values()) {
    const place = Board.placeOf(invitation).id
    if (
      (place !== boardId && place !== board.workspaceId) ||
      invitation.status !== "pending" ||
      invitation.email !== null
    )
      continue
    add(invitation.userId ?? undefined, "invited")
  }
  for (const task of state.tasks.values()) {
    if (task.boardId === boardId) for (const userId of task.assignees) add(userId, "none")
  }
  const listed = peopleInCells(state, boardId)
  for (const other of state.boards.values()) {
    if (other.workspaceId !== board.workspaceId) continue
    for (const { userId } of membersOf(state, other.id)) if (listed.has(userId)) add(userId, "none")
  }
  for (const { userId } of [...state.comments.values(), ...state.timeEntries.values()].filter(isOnBoard)) {
    add(userId, "none")
  }
  for (const change of state.feed.changes) {
    if (change.type === "member.removed" && change.boardId === boardId) add(change.subjectId as Account.UserId, "none")
  }
  const appearing = [...people].map(([userId, as]): Board.Appearing => ({ userId, as }))
  return sortedBy(appearing, ({ as, userId }) => [String(Board.APPEARANCES.indexOf(as)), userId])
}
