import { layer } from "@boardwright/postgres"
import { Effect, Layer } from "effect"

/** Gives an empty database the tables of this version. */
export const migrateTemplate = (url: string): Promise<void> =>
  Effect.runPromise(Effect.scoped(Effect.asVoid(Layer.build(layer({ url })))))
