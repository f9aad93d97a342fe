import type { Access, Account, Board, Mail, Ports, Rate, Task, Workspace } from "@boardwright/core"

/** The ports that a storage adapter answers. */
export type StoragePorts =
  | Account.AccountRepository
  | Account.EmailTokenRepository
  | Workspace.WorkspaceRepository
  | Board.BoardRepository
  | Board.InvitationRepository
  | Task.TaskRepository
  | Access.AccessRepository
  | Mail.MailQueue
  | Rate.RateCounts
  | Ports.Transactor
  | Ports.StorageHealth
