import { Ports } from "@boardwright/core"
import { Effect, Layer, Ref } from "effect"
import { sha256 } from "./sha256.js"

/** Predictable secrets: their tokens are 1, 2, 3 ... as 64 hex digits, starting over with each build. */
export const layer: Layer.Layer<Ports.Secrets> = Layer.effect(
  Ports.Secrets,
  Effect.map(Ref.make(0), (made) => ({
    mint: Effect.map(
      Ref.updateAndGet(made, (count) => count + 1),
      (count) => {
        const token = count.toString(16).padStart(64, "0")
        return { token, hash: sha256(token) }
      }
    ),
    hash: (token) => Effect.succeed(sha256(token))
  }))
)
