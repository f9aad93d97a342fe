import { Ports } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { uuidv7 } from "uuidv7"

/** Ids as UUID version 7 (RFC 9562, 5.7): those made by one process sort in the order they were made. */
export const layer: Layer.Layer<Ports.Ids> = Layer.succeed(Ports.Ids, { next: Effect.sync(uuidv7) })
