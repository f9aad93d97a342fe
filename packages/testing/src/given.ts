import { Account, Board, Task, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import { aBoard, aColumn, aGroup, anAccount, aTask, aWorkspace, rankAt } from "./fixtures.js"

/** A stored account. */
export const givenAccount = Effect.fnUntraced(function* (overrides: Partial<Account.Account> = {}) {
  const accounts = yield* Account.AccountRepository
  const account = anAccount(overrides)
  yield* accounts.insert(account)
  return account
})

/** A stored workspace; of a new account where no owner is given. */
export const givenWorkspace = Effect.fnUntraced(function* (overrides: Partial<Workspace.Workspace> = {}) {
  const workspaces = yield* Workspace.WorkspaceRepository
  const ownerId = overrides.ownerId ?? (yield* givenAccount()).id
  const workspace = aWorkspace({ ...overrides, ownerId })
  yield* workspaces.insert(workspace)
  return workspace
})

/** A stored board with what tasks need: its workspace (a new one where none is given), two groups and two columns. */
export interface GivenBoard {
  readonly workspace: Workspace.Workspace
  readonly board: Board.Board
  readonly groups: readonly [Board.Placed<Board.Group>, Board.Placed<Board.Group>]
  readonly columns: readonly [Board.Placed<Board.Column>, Board.Placed<Board.Column>]
}

/** Stores such a board. Nobody is a member of it. */
export const givenBoard = Effect.fnUntraced(function* (
  overrides: Partial<Board.Board> & { readonly workspace?: Workspace.Workspace } = {}
) {
  const boards = yield* Board.BoardRepository
  const { workspace: given, ...fields } = overrides
  const workspace = given ?? (yield* givenWorkspace())
  const board = aBoard({ ...fields, workspaceId: workspace.id })
  const groups = [aGroup({ name: "This week" }), aGroup({ name: "Next week", rank: rankAt(1) })] as const
  const columns = [aColumn({ name: "Notes" }), aColumn({ name: "State", type: "status", rank: rankAt(1) })] as const
  yield* boards.insert(board)
  yield* Effect.forEach(groups, (group) => boards.insertGroup(board.id, group), { discard: true })
  yield* Effect.forEach(columns, (column) => boards.insertColumn(board.id, column), { discard: true })
  return { workspace, board, groups, columns } satisfies GivenBoard as GivenBoard
})

/** A stored task, in the first group of the board unless another is given. */
export const givenTask = Effect.fnUntraced(function* (on: GivenBoard, overrides: Partial<Task.PlacedTask> = {}) {
  const tasks = yield* Task.TaskRepository
  const task = aTask({ groupId: on.groups[0].id, ...overrides, boardId: on.board.id })
  yield* tasks.insert([task])
  return task
})
