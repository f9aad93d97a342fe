import { Schema } from "effect"

/** There is no change or batch with the id that the actor may read, so that nothing is to be undone. */
export class ChangeNotFound extends Schema.TaggedError<ChangeNotFound>()("ChangeNotFound", { id: Schema.String }) {}
