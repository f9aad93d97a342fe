import type { Account, Board, Change, Ports, Task, Trash, Workspace } from "@boardwright/core"

/** The ports that the tests of boards use. */
export type BoardNeeds =
  | Board.BoardRepository
  | Board.InvitationRepository
  | Account.AccountRepository
  | Workspace.WorkspaceRepository
  | Task.TaskRepository
  | Trash.TrashRepository
  | Change.ChangeRepository
  | Ports.Transactor
