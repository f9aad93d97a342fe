import type { Ports, System } from "@boardwright/core"
import { Layer } from "effect"
import type { Database } from "./Database.js"
import * as SqlAccessRepository from "./SqlAccessRepository.js"
import * as SqlAccountRepository from "./SqlAccountRepository.js"
import * as SqlApiTokenRepository from "./SqlApiTokenRepository.js"
import * as SqlArchiveRepository from "./SqlArchiveRepository.js"
import * as SqlBacklogs from "./SqlBacklogs.js"
import * as SqlBoardRepository from "./SqlBoardRepository.js"
import * as SqlCalendarRepository from "./SqlCalendarRepository.js"
import * as SqlChangeRepository from "./SqlChangeRepository.js"
import * as SqlConsumerRepository from "./SqlConsumerRepository.js"
import * as SqlDatabaseState from "./SqlDatabaseState.js"
import * as SqlEmailChangeRepository from "./SqlEmailChangeRepository.js"
import * as SqlEmailTokenRepository from "./SqlEmailTokenRepository.js"
import * as SqlIdempotencyRepository from "./SqlIdempotencyRepository.js"
import * as SqlIdentityRepository from "./SqlIdentityRepository.js"
import * as SqlInvitationRepository from "./SqlInvitationRepository.js"
import * as SqlKnownClientRepository from "./SqlKnownClientRepository.js"
import * as SqlMailQueue from "./SqlMailQueue.js"
import * as SqlSearchIndex from "./SqlSearchIndex.js"
import * as SqlSecurityEventRepository from "./SqlSecurityEventRepository.js"
import * as SqlNotificationRepository from "./SqlNotificationRepository.js"
import * as SqlSessionRepository from "./SqlSessionRepository.js"
import * as SqlStorageHealth from "./SqlStorageHealth.js"
import * as SqlTaskRepository from "./SqlTaskRepository.js"
import * as SqlTrashRepository from "./SqlTrashRepository.js"
import * as SqlWebhookDeliveryRepository from "./SqlWebhookDeliveryRepository.js"
import * as SqlWebhookRepository from "./SqlWebhookRepository.js"
import * as SqlWorkspaceRepository from "./SqlWorkspaceRepository.js"

export type Repositories = Exclude<System.StoragePorts, Ports.Transactor>

/** Every storage port but the transactor, on a `Database` whose tables are migrated. */
export const repositories: Layer.Layer<Repositories, never, Database> = Layer.mergeAll(
  SqlAccessRepository.layer,
  SqlAccountRepository.layer,
  SqlApiTokenRepository.layer,
  SqlArchiveRepository.layer,
  SqlBacklogs.layer,
  SqlBoardRepository.layer,
  SqlCalendarRepository.layer,
  SqlChangeRepository.layer,
  SqlConsumerRepository.layer,
  SqlDatabaseState.layer,
  SqlEmailChangeRepository.layer,
  SqlEmailTokenRepository.layer,
  SqlIdempotencyRepository.layer,
  SqlIdentityRepository.layer,
  SqlInvitationRepository.layer,
  SqlKnownClientRepository.layer,
  SqlMailQueue.layer,
  SqlSearchIndex.layer,
  SqlSecurityEventRepository.layer,
  SqlNotificationRepository.layer,
  SqlSessionRepository.layer,
  SqlStorageHealth.layer,
  SqlTaskRepository.layer,
  SqlTrashRepository.layer,
  SqlWebhookDeliveryRepository.layer,
  SqlWebhookRepository.layer,
  SqlWorkspaceRepository.layer
)
