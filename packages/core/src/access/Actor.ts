import { Context, Data, Effect } from "effect"
import type { SessionId, UserId } from "../values/ids.js"
import { withService } from "../values/withService.js"
import { Forbidden } from "./policy.js"
import type { TokenPlaces, TokenPower, TokenScope } from "./TokenPower.js"

/**
 * The party on whose behalf a use case runs. `Operator` passes every check; only the command line and an embedding host
 * create one, never a request. `tokenVersion` is of a user who acts by an access token: the account's when the token was
 * checked. `sessionId` is of one whose access token is of a session, `token` of one who acts by an API token: it limits what
 * the user may do.
 */
export type Actor = Data.TaggedEnum<{
  User: {
    readonly userId: UserId
    readonly tokenVersion?: number
    readonly sessionId?: SessionId
    readonly token?: TokenPower
  }
  Operator: {}
}>
/** Creates and matches actors: `Actor.User({ userId })`, `Actor.Operator()`, `Actor.$match`. */
export const Actor = Data.taggedEnum<Actor>()

/** The actor of the running use case. It has no default. */
export class CurrentActor extends Context.Tag("@boardwright/core/CurrentActor")<CurrentActor, Actor>() {}

/** The acting user, or null for the operator. */
export const actingUser: Effect.Effect<UserId | null, never, CurrentActor> = withService(CurrentActor, (actor) =>
  Effect.succeed(actor._tag === "User" ? actor.userId : null)
)

/** Fails with `Forbidden` unless the operator acts. */
export const requireOperator = (action: string): Effect.Effect<void, Forbidden, CurrentActor> =>
  Effect.flatMap(CurrentActor, (actor) => (actor._tag === "Operator" ? Effect.void : new Forbidden({ action })))

/** The acting user, for use cases that need a person: an author, an owner. Fails with `Forbidden` for the operator. */
export const requireUser: Effect.Effect<UserId, Forbidden, CurrentActor> = Effect.flatMap(actingUser, (userId) =>
  userId === null ? new Forbidden({ action: "act as a user" }) : Effect.succeed(userId)
)

/** The acting user's API token, or null. */
export const actingToken: Effect.Effect<TokenPower | null, never, CurrentActor> = Effect.map(CurrentActor, (actor) =>
  actor._tag === "User" ? (actor.token ?? null) : null
)

/** The places that the actor's API token is limited to, or null. */
export const actingPlaces: Effect.Effect<TokenPlaces | null, never, CurrentActor> = Effect.map(
  actingToken,
  (token) => token?.places ?? null
)

/** Fails with `Forbidden` if the actor's API token lacks the scope. With null, no token has it. */
export const requireScope = (scope: TokenScope | null, action: string): Effect.Effect<void, Forbidden, CurrentActor> =>
  withService(CurrentActor, (actor) => {
    if (actor._tag === "Operator" || actor.token === undefined) return Effect.void
    if (scope !== null && actor.token.scopes.includes(scope)) return Effect.void
    return new Forbidden({ action, lacking: scope === null ? "a session" : `the scope ${scope}` })
  })

/** Fails with `Forbidden` if the actor's API token is limited to places: for what is in none. */
export const requireEverywhere = (action: string): Effect.Effect<void, Forbidden, CurrentActor> =>
  Effect.flatMap(actingPlaces, (places) =>
    places === null ? Effect.void : new Forbidden({ action, lacking: "a token without places" })
  )
