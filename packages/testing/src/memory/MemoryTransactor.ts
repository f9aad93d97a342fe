import { Ports } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { MemoryStore } from "./MemoryStore.js"

/** Transactions of the memory store, one at a time; any exit but success changes nothing. */
export const layer: Layer.Layer<Ports.Transactor, never, MemoryStore> = Layer.effect(
  Ports.Transactor,
  Effect.map(MemoryStore, (store) => ({ transact: store.transact, alone: Effect.void }))
)
