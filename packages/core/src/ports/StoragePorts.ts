import type { AccessRepository } from "../access/AccessRepository.js"
import type { AccountRepository } from "../account/AccountRepository.js"
import type { EmailTokenRepository } from "../account/EmailTokenRepository.js"
import type { KnownClientRepository } from "../account/KnownClientRepository.js"
import type { ArchiveRepository } from "../archive/ArchiveRepository.js"
import type { BoardRepository } from "../board/BoardRepository.js"
import type { InvitationRepository } from "../board/InvitationRepository.js"
import type { MailQueue } from "../mail/MailQueue.js"
import type { TaskRepository } from "../task/TaskRepository.js"
import type { WorkspaceRepository } from "../workspace/WorkspaceRepository.js"
import type { StorageHealth } from "./StorageHealth.js"
import type { Transactor } from "./Transactor.js"

/** Every port that storage answers: what a storage adapter's layer gives. */
export type StoragePorts =
  | AccessRepository
  | AccountRepository
  | ArchiveRepository
  | BoardRepository
  | EmailTokenRepository
  | InvitationRepository
  | KnownClientRepository
  | MailQueue
  | StorageHealth
  | TaskRepository
  | Transactor
  | WorkspaceRepository
