import { Context, type Effect } from "effect"

/** Generates ids: unique for good, and opaque to clients. */
export class Ids extends Context.Tag("@boardwright/core/Ids")<Ids, { readonly next: Effect.Effect<string> }>() {}
