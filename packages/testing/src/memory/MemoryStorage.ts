import { Ports, Rate } from "@boardwright/core"
import { Effect, Layer } from "effect"
import type { Repositories } from "../Repositories.js"
import * as MemoryAccessRepository from "./MemoryAccessRepository.js"
import * as MemoryAccountRepository from "./MemoryAccountRepository.js"
import * as MemoryApiTokenRepository from "./MemoryApiTokenRepository.js"
import * as MemoryArchiveRepository from "./MemoryArchiveRepository.js"
import * as MemoryBacklogs from "./MemoryBacklogs.js"
import * as MemoryBoardRepository from "./MemoryBoardRepository.js"
import * as MemoryCalendarRepository from "./MemoryCalendarRepository.js"
import * as MemoryChangeRepository from "./MemoryChangeRepository.js"
import * as MemoryConsumerRepository from "./MemoryConsumerRepository.js"
import * as MemoryDatabaseState from "./MemoryDatabaseState.js"
import * as MemoryEmailChangeRepository from "./MemoryEmailChangeRepository.js"
import * as MemoryEmailTokenRepository from "./MemoryEmailTokenRepository.js"
import * as MemoryIdempotencyRepository from "./MemoryIdempotencyRepository.js"
import * as MemoryIdentityRepository from "./MemoryIdentityRepository.js"
import * as MemoryInvitationRepository from "./MemoryInvitationRepository.js"
import * as MemoryKnownClientRepository from "./MemoryKnownClientRepository.js"
import * as MemoryMailQueue from "./MemoryMailQueue.js"
import * as MemorySearchIndex from "./MemorySearchIndex.js"
import * as MemorySecurityEventRepository from "./MemorySecurityEventRepository.js"
import * as MemoryNotificationRepository from "./MemoryNotificationRepository.js"
import * as MemorySessionRepository from "./MemorySessionRepository.js"
import * as MemoryStorageHealth from "./MemoryStorageHealth.js"
import { MemoryStore } from "./MemoryStore.js"
import * as MemoryTaskRepository from "./MemoryTaskRepository.js"
import * as MemoryTransactor from "./MemoryTransactor.js"
import * as MemoryTrashRepository from "./MemoryTrashRepository.js"
import * as MemoryWebhookDeliveryRepository from "./MemoryWebhookDeliveryRepository.js"
import * as MemoryWebhookRepository from "./MemoryWebhookRepository.js"
import * as MemoryWorkspaceRepository from "./MemoryWorkspaceRepository.js"
import { fromStored, type StoredState, toStored } from "./StoredState.js"

/** Counts that are lost on restart. */
type Counts = Rate.RateCounts | Rate.Throttle

const ports: Layer.Layer<Repositories | Counts, never, MemoryStore> = Layer.mergeAll(
  MemoryAccessRepository.layer,
  MemoryAccountRepository.layer,
  MemoryArchiveRepository.layer,
  MemoryBacklogs.layer,
  MemoryBoardRepository.layer,
  MemoryCalendarRepository.layer,
  MemoryChangeRepository.layer,
  MemoryConsumerRepository.layer,
  MemoryDatabaseState.layer,
  MemoryEmailChangeRepository.layer,
  MemoryEmailTokenRepository.layer,
  MemoryIdempotencyRepository.layer,
  MemoryIdentityRepository.layer,
  MemoryInvitationRepository.layer,
  MemoryKnownClientRepository.layer,
  MemoryMailQueue.layer,
  MemorySearchIndex.layer,
  MemorySecurityEventRepository.layer,
  MemoryApiTokenRepository.layer,
  MemoryNotificationRepository.layer,
  MemorySessionRepository.layer,
  MemoryStorageHealth.layer,
  MemoryTaskRepository.layer,
  MemoryTransactor.layer,
  MemoryTrashRepository.layer,
  MemoryWebhookDeliveryRepository.layer,
  MemoryWebhookRepository.layer,
  MemoryWorkspaceRepository.layer,
  Rate.memoryRateCounts(),
  Rate.memoryThrottle()
)

/** Every storage port on one memory store, and counts of requests and sign-ins; empty in each build. */
export const layer: Layer.Layer<Repositories | Counts | MemoryStore> = Layer.provideMerge(ports, MemoryStore.layer)

/** Loads and saves all data, for a storage adapter of your own. */
export interface Keeper {
  /** Returns the last saved data, or null. Called once, at the start. */
  readonly load: () => Promise<Partial<StoredState> | null>
  /**
   * Replaces all saved data, or rejects and replaces nothing. Fulfilled saves must survive a crash. Called
   * once for each change, never concurrently.
   */
  readonly save: (state: StoredState) => Promise<void>
  /** Rejects if the next `save` would. Called for the health check; by default storage is always healthy. */
  readonly check?: (() => Promise<void>) | undefined
}

const attempt = <A>(operation: string, call: () => Promise<A>): Effect.Effect<A, Ports.StorageUnavailable> =>
  Effect.tryPromise({ try: call, catch: (cause) => new Ports.StorageUnavailable({ operation, cause }) })

/**
 * Every storage port on data that a `Keeper` stores: all data is in memory, and all of it is saved at every
 * change. So it suits one process and small data. A change that cannot be saved is rolled back and fails with
 * `StorageUnavailable`; so does the layer if the data cannot be loaded.
 */
export const persisted = (
  keeper: Keeper
): Layer.Layer<Repositories | Counts | MemoryStore, Ports.StorageUnavailable> => {
  const { check = async () => {}, load, save } = keeper
  const store = MemoryStore.persisted({
    load: Effect.map(attempt("load", load), (stored) => fromStored(stored ?? {})),
    save: (state) => attempt("save", () => save(toStored(state)))
  })
  const health = Layer.succeed(Ports.StorageHealth, {
    check: attempt("check", check),
    schema: Effect.succeed("current" as const),
    writes: Effect.succeed("ok" as const)
  })
  return Layer.provideMerge(Layer.merge(ports, health), store)
}
