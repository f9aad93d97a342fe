import type { Access, Account, Board, Mail, Ports, Task, Workspace } from "@boardwright/core"

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
  | Ports.Transactor
  | Ports.StorageHealth

/** The ports that the host chooses an adapter for, besides storage. */
export type AccountPorts = Ports.Mailer | Ports.PasswordHasher | Ports.AccessTokens
