import type { Access, Account, Board, Mail, Ports, Task, Workspace } from "@boardwright/core"

/** Every port that storage answers: what a storage adapter's layer gives, and what the storage contract runs on. */
export type Repositories =
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

type NameOf<Key extends string> = Key extends `@boardwright/core/${infer Name}` ? Name : Key

/** The names of those ports: `TaskRepository`, `MailQueue` ... */
export type RepositoryName = NameOf<Repositories["Id"]>
