import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { Repositories, RepositoryName } from "../Repositories.js"
import { accessRepositorySuite } from "./accessRepository.js"
import { accountRepositorySuite } from "./accountRepository.js"
import { apiTokenRepositorySuite } from "./apiTokenRepository.js"
import { archiveRepositorySuite } from "./archiveRepository.js"
import { backlogsSuite } from "./backlogs.js"
import { boardRepositorySuite } from "./boardRepository.js"
import { calendarRepositorySuite } from "./calendarRepository.js"
import { changeRepositorySuite } from "./changeRepository.js"
import { consumerRepositorySuite } from "./consumerRepository.js"
import { databaseStateSuite } from "./databaseState.js"
import { emailChangeRepositorySuite } from "./emailChangeRepository.js"
import { emailTokenRepositorySuite } from "./emailTokenRepository.js"
import { idempotencyRepositorySuite } from "./idempotencyRepository.js"
import { identityRepositorySuite } from "./identityRepository.js"
import { invitationRepositorySuite } from "./invitationRepository.js"
import { knownClientRepositorySuite } from "./knownClientRepository.js"
import { mailQueueSuite } from "./mailQueue.js"
import { searchIndexSuite } from "./searchIndex.js"
import { securityEventRepositorySuite } from "./securityEventRepository.js"
import { notificationRepositorySuite } from "./notificationRepository.js"
import { sessionRepositorySuite } from "./sessionRepository.js"
import { storageHealthSuite } from "./storageHealth.js"
import { type Suite, testOn } from "./Suite.js"
import { taskRepositorySuite } from "./taskRepository.js"
import { transactorSuite } from "./transactor.js"
import { trashRepositorySuite } from "./trashRepository.js"
import { webhookDeliveryRepositorySuite } from "./webhookDeliveryRepository.js"
import { webhookRepositorySuite } from "./webhookRepository.js"
import { workspaceRepositorySuite } from "./workspaceRepository.js"

/**
 * The suites of all storage ports; a port without one does not compile. Those that store the most come last: an adapter
 * that saves all data at every change would be slowed by it in the others.
 */
export const suites: Readonly<Record<RepositoryName, Suite<Repositories>>> = {
  AccessRepository: accessRepositorySuite,
  AccountRepository: accountRepositorySuite,
  ApiTokenRepository: apiTokenRepositorySuite,
  Backlogs: backlogsSuite,
  BoardRepository: boardRepositorySuite,
  CalendarRepository: calendarRepositorySuite,
  ChangeRepository: changeRepositorySuite,
  ConsumerRepository: consumerRepositorySuite,
  DatabaseState: databaseStateSuite,
  EmailChangeRepository: emailChangeRepositorySuite,
  EmailTokenRepository: emailTokenRepositorySuite,
  IdempotencyRepository: idempotencyRepositorySuite,
  IdentityRepository: identityRepositorySuite,
  InvitationRepository: invitationRepositorySuite,
  KnownClientRepository: knownClientRepositorySuite,
  MailQueue: mailQueueSuite,
  SearchIndex: searchIndexSuite,
  SecurityEventRepository: securityEventRepositorySuite,
  NotificationRepository: notificationRepositorySuite,
  SessionRepository: sessionRepositorySuite,
  StorageHealth: storageHealthSuite,
  Transactor: transactorSuite,
  TrashRepository: trashRepositorySuite,
  WebhookDeliveryRepository: webhookDeliveryRepositorySuite,
  WebhookRepository: webhookRepositorySuite,
  WorkspaceRepository: workspaceRepositorySuite,
  TaskRepository: taskRepositorySuite,
  ArchiveRepository: archiveRepositorySuite
}

/** Runs the suites of all storage ports on one instance of an adapter. */
export const storageContract = <E>(name: string, adapter: Layer.Layer<Repositories, E>): void =>
  layer(adapter, { excludeTestServices: true })(`storage: ${name}`, (it) => {
    for (const [port, suite] of Object.entries(suites)) {
      describe(`${port}`, () => {
        suite(testOn(it))
      })
    }
  })
