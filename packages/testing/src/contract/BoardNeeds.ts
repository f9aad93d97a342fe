import type { Account, Board, Ports, Task, Workspace } from "@boardwright/core"

/** The ports that the tests of boards seed and read through. */
export type BoardNeeds =
  | Board.BoardRepository
  | Board.InvitationRepository
  | Account.AccountRepository
  | Workspace.WorkspaceRepository
  | Task.TaskRepository
  | Ports.Transactor
