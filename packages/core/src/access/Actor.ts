import { Context, Data, Effect } from "effect"
import type { UserId } from "../values/ids.js"
import { Forbidden } from "./Forbidden.js"

/**
 * On whose behalf a use case runs. `Operator` passes every check; only the command line and an embedding host make
 * one, never a request.
 */
export type Actor = Data.TaggedEnum<{ User: { readonly userId: UserId }; Operator: {} }>
/** Makes and matches actors: `Actor.User({ userId })`, `Actor.Operator()`, `Actor.$match`. */
export const Actor = Data.taggedEnum<Actor>()

/** The actor of the running use case. It has no default. */
export class CurrentActor extends Context.Tag("@boardwright/core/CurrentActor")<CurrentActor, Actor>() {}

/** The user who acts, or null for the operator. */
export const actingUser: Effect.Effect<UserId | null, never, CurrentActor> = Effect.map(CurrentActor, (actor) =>
  actor._tag === "User" ? actor.userId : null
)

/** Fails with `Forbidden` unless the operator acts. */
export const requireOperator = (action: string): Effect.Effect<void, Forbidden, CurrentActor> =>
  Effect.flatMap(CurrentActor, (actor) => (actor._tag === "Operator" ? Effect.void : new Forbidden({ action })))

/** The user who acts, where a person is needed: an author, an owner. `Forbidden` for the operator. */
export const requireUser: Effect.Effect<UserId, Forbidden, CurrentActor> = Effect.flatMap(actingUser, (userId) =>
  userId === null ? new Forbidden({ action: "act as a user" }) : Effect.succeed(userId)
)
