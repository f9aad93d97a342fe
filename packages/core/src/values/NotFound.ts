import { Effect, Option, Schema } from "effect"
import { InvalidInput } from "./InvalidInput.js"

export const Thing = Schema.Literal(
  "User",
  "Session",
  "Token",
  "Workspace",
  "Board",
  "Group",
  "Column",
  "Member",
  "Invitation",
  "Task",
  "Comment",
  "Subtask",
  "Time entry",
  "Consumer",
  "Webhook",
  "Delivery",
  "Deletion",
  "Identity provider",
  "Calendar",
  "Calendar link"
)
export type Thing = typeof Thing.Type

/** The thing with this id does not exist, or is not a child of the parent it was looked up under. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {
  thing: Thing,
  id: Schema.String,
  /** Where the input names what does not exist, if it can name several. */
  issues: Schema.optional(InvalidInput.fields.issues)
}) {}

/** Fails with `NotFound` if the search finds none. */
export const orNotFound =
  (thing: Thing, id: string) =>
  <A, E, R>(search: Effect.Effect<Option.Option<A>, E, R>): Effect.Effect<A, E | NotFound, R> =>
    Effect.flatMap(search, (found) =>
      Option.isSome(found) ? Effect.succeed(found.value) : new NotFound({ thing, id })
    )
