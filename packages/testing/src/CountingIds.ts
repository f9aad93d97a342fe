import { Ports } from "@boardwright/core"
import { Effect, Layer, Ref } from "effect"

/** Ids `id-00000001`, `id-00000002` ...: they sort in order of creation, and start over with each build. */
export const layer: Layer.Layer<Ports.Ids> = Layer.effect(
  Ports.Ids,
  Effect.map(Ref.make(0), (made) => ({
    next: Effect.map(
      Ref.updateAndGet(made, (count) => count + 1),
      (count) => `id-${String(count).padStart(8, "0")}`
    )
  }))
)
