import { Context, type Effect } from "effect"

/** Makes the ids of everything new: unique for good, and of no meaning to a client. */
export class Ids extends Context.Tag("@boardwright/core/Ids")<Ids, { readonly next: Effect.Effect<string> }>() {}
