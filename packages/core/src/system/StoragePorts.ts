import type { AccessRepository } from "../access/AccessRepository.js"
import type { AccountRepository } from "../account/AccountRepository.js"
import type { EmailChangeRepository } from "../account/EmailChangeRepository.js"
import type { ApiTokenRepository } from "../account/ApiTokenRepository.js"
import type { EmailTokenRepository } from "../account/EmailTokenRepository.js"
import type { IdentityRepository } from "../account/IdentityRepository.js"
import type { KnownClientRepository } from "../account/KnownClientRepository.js"
import type { SessionRepository } from "../account/SessionRepository.js"
import type { ArchiveRepository } from "../archive/ArchiveRepository.js"
import type { ChangeRepository } from "../change/ChangeRepository.js"
import type { ConsumerRepository } from "../change/ConsumerRepository.js"
import type { BoardRepository } from "../board/BoardRepository.js"
import type { CalendarRepository } from "../calendarLink/CalendarRepository.js"
import type { IdempotencyRepository } from "../idempotency/IdempotencyRepository.js"
import type { InvitationRepository } from "../invitation/InvitationRepository.js"
import type { NotificationRepository } from "../notification/NotificationRepository.js"
import type { MailQueue } from "../ports/MailQueue.js"
import type { SearchIndex } from "../search/SearchIndex.js"
import type { SecurityEventRepository } from "../security/SecurityEvent.js"
import type { DatabaseState } from "./DatabaseState.js"
import type { TaskRepository } from "../task/TaskRepository.js"
import type { TrashRepository } from "../trash/TrashRepository.js"
import type { WorkspaceRepository } from "../workspace/WorkspaceRepository.js"
import type { WebhookDeliveryRepository } from "../webhook/WebhookDeliveryRepository.js"
import type { WebhookRepository } from "../webhook/WebhookRepository.js"
import type { StorageHealth } from "../ports/StorageHealth.js"
import type { Transactor } from "../ports/Transactor.js"
import type { Backlogs } from "./Backlogs.js"

/** Every port that a storage adapter provides. */
export type StoragePorts =
  | AccessRepository
  | AccountRepository
  | ApiTokenRepository
  | ArchiveRepository
  | Backlogs
  | BoardRepository
  | CalendarRepository
  | ChangeRepository
  | ConsumerRepository
  | DatabaseState
  | EmailChangeRepository
  | EmailTokenRepository
  | IdempotencyRepository
  | IdentityRepository
  | InvitationRepository
  | KnownClientRepository
  | MailQueue
  | SearchIndex
  | SecurityEventRepository
  | NotificationRepository
  | SessionRepository
  | StorageHealth
  | TaskRepository
  | Transactor
  | TrashRepository
  | WebhookDeliveryRepository
  | WebhookRepository
  | WorkspaceRepository
