import { Rate } from "@boardwright/core"
import { Layer } from "effect"
import type { Repositories } from "../Repositories.js"
import * as MemoryAccessRepository from "./MemoryAccessRepository.js"
import * as MemoryAccountRepository from "./MemoryAccountRepository.js"
import * as MemoryBoardRepository from "./MemoryBoardRepository.js"
import * as MemoryEmailTokenRepository from "./MemoryEmailTokenRepository.js"
import * as MemoryInvitationRepository from "./MemoryInvitationRepository.js"
import * as MemoryMailQueue from "./MemoryMailQueue.js"
import * as MemoryStorageHealth from "./MemoryStorageHealth.js"
import { MemoryStore } from "./MemoryStore.js"
import * as MemoryTaskRepository from "./MemoryTaskRepository.js"
import * as MemoryTransactor from "./MemoryTransactor.js"
import * as MemoryWorkspaceRepository from "./MemoryWorkspaceRepository.js"

/** Every storage port on one memory store, and counts of requests; all empty each time that the layer is built. */
export const layer: Layer.Layer<Repositories | Rate.RateCounts | MemoryStore> = Layer.mergeAll(
  MemoryAccessRepository.layer,
  MemoryAccountRepository.layer,
  MemoryBoardRepository.layer,
  MemoryEmailTokenRepository.layer,
  MemoryInvitationRepository.layer,
  MemoryMailQueue.layer,
  MemoryStorageHealth.layer,
  MemoryTaskRepository.layer,
  MemoryTransactor.layer,
  MemoryWorkspaceRepository.layer,
  Rate.memoryRateCounts()
).pipe(Layer.provideMerge(MemoryStore.layer))
