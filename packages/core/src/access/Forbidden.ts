import { Schema } from "effect"

/** The thing exists and the actor may not do this to it. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", { action: Schema.String }) {}
