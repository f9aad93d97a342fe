import { Ports } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { MemoryStore } from "./MemoryStore.js"

/** Memory always answers. */
export const layer: Layer.Layer<Ports.StorageHealth, never, MemoryStore> = Layer.effect(
  Ports.StorageHealth,
  Effect.map(MemoryStore, (store) => ({
    check: store.read(() => undefined),
    schema: Effect.succeed("current"),
    writes: Effect.succeed("ok")
  }))
)
