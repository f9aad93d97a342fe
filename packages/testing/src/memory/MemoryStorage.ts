import { Ports, Rate } from "@boardwright/core"
import { Effect, Layer } from "effect"
import type { Repositories } from "../Repositories.js"
import * as MemoryAccessRepository from "./MemoryAccessRepository.js"
import * as MemoryAccountRepository from "./MemoryAccountRepository.js"
import * as MemoryArchiveRepository from "./MemoryArchiveRepository.js"
import * as MemoryBoardRepository from "./MemoryBoardRepository.js"
import * as MemoryEmailTokenRepository from "./MemoryEmailTokenRepository.js"
import * as MemoryInvitationRepository from "./MemoryInvitationRepository.js"
import * as MemoryKnownClientRepository from "./MemoryKnownClientRepository.js"
import * as MemoryMailQueue from "./MemoryMailQueue.js"
import * as MemoryStorageHealth from "./MemoryStorageHealth.js"
import { MemoryStore } from "./MemoryStore.js"
import * as MemoryTaskRepository from "./MemoryTaskRepository.js"
import * as MemoryTransactor from "./MemoryTransactor.js"
import * as MemoryWorkspaceRepository from "./MemoryWorkspaceRepository.js"
import { fromStored, type StoredState, toStored } from "./StoredState.js"

/** Counts, which a restart forgets. */
type Counts = Rate.RateCounts | Rate.Throttle

const ports: Layer.Layer<Repositories | Counts, never, MemoryStore> = Layer.mergeAll(
  MemoryAccessRepository.layer,
  MemoryAccountRepository.layer,
  MemoryArchiveRepository.layer,
  MemoryBoardRepository.layer,
  MemoryEmailTokenRepository.layer,
  MemoryInvitationRepository.layer,
  MemoryKnownClientRepository.layer,
  MemoryMailQueue.layer,
  MemoryStorageHealth.layer,
  MemoryTaskRepository.layer,
  MemoryTransactor.layer,
  MemoryWorkspaceRepository.layer,
  Rate.memoryRateCounts(),
  Rate.memoryThrottle()
)

/** Every storage port on one memory store, and counts of requests and sign-ins; all empty each time that the layer is built. */
export const layer: Layer.Layer<Repositories | Counts | MemoryStore> = Layer.provideMerge(ports, MemoryStore.layer)

/** Where the whole of the data is kept, for a storage adapter of one's own. */
export interface Keeper {
  /** What was saved last, or null when nothing was saved yet. Called once, at the start. */
  readonly load: () => Promise<Partial<StoredState> | null>
  /**
   * Replaces what was saved before: all of it, or where it rejects, nothing. What it fulfilled survives a crash. Called
   * once for each change, never twice at once.
   */
  readonly save: (state: StoredState) => Promise<void>
  /** Rejects when the next `save` would. It is asked for the storage's health; default: always well. */
  readonly check?: (() => Promise<void>) | undefined
}

const attempt = <A>(operation: string, call: () => Promise<A>): Effect.Effect<A, Ports.StorageUnavailable> =>
  Effect.tryPromise({ try: call, catch: (cause) => new Ports.StorageUnavailable({ operation, cause }) })

/**
 * Every storage port on data that a keeper keeps: all of it is in memory, and all of it is saved whenever any of it
 * changes. So it is for one process and few data. What cannot be saved is rolled back and fails with
 * `StorageUnavailable`; so does the layer when the data cannot be loaded.
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
    schema: Effect.succeed("current" as const)
  })
  return Layer.provideMerge(Layer.merge(ports, health), store)
}
