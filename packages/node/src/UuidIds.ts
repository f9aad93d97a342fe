import { Ports } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { uuidv7 } from "uuidv7"

/** UUID version 7 (RFC 9562, 5.7): the ids of one process sort in order of creation. */
export const layer: Layer.Layer<Ports.Ids> = Layer.succeed(Ports.Ids, { next: Effect.sync(uuidv7) })
