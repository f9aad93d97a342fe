import type {
  Access,
  Account,
  Board,
  Change,
  Idempotency,
  Ports,
  Search,
  Task,
  Trash,
  Workspace
} from "@boardwright/core"

/** The ports that `givenBoard` stores a board in. */
export type GivenBoardNeeds = Account.AccountRepository | Board.BoardRepository | Workspace.WorkspaceRepository

/** The ports that the tests of access use. */
export type AccessNeeds = GivenBoardNeeds | Access.AccessRepository | Board.InvitationRepository | Task.TaskRepository

/** The ports that the tests of boards, and of who reads their changes, use. */
export type BoardNeeds =
  | GivenBoardNeeds
  | Board.InvitationRepository
  | Task.TaskRepository
  | Trash.TrashRepository
  | Change.ChangeRepository
  | Ports.Transactor

/** The ports that the tests of tasks use. */
export type TaskNeeds = BoardNeeds | Access.AccessRepository | Idempotency.IdempotencyRepository | Search.SearchIndex

/** The ports that the tests of transactions use. */
export type TransactorNeeds = GivenBoardNeeds | Ports.Transactor | Task.TaskRepository
