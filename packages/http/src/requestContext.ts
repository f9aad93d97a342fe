import { Access, Account, Change, Trace } from "@boardwright/core"
import { Context, Effect, FiberRef, HashMap, identity } from "effect"
import { addressKey } from "./clientAddress.js"
import type { ServerRequest } from "./ServerRequest.js"

// These set values for the rest of the fiber. Restoring them, as `Effect.annotateLogs` and `Effect.provideService` do, costs
// several times as much, and is useless where the fiber ends with its request.

/**
 * Adds the request's id to every log line and every change of the fiber from here on, and counts the time of its statements,
 * if that is given.
 */
export const setRequest = (requestId: string, time: Trace.DatabaseTime | null): Effect.Effect<void> => {
  const identified = Effect.zipRight(
    FiberRef.set(Change.changeOrigin, { requestId, tokenId: null, batchId: null }),
    FiberRef.update(FiberRef.currentLogAnnotations, HashMap.set<string, unknown>("requestId", requestId))
  )
  return time === null ? identified : Effect.zipRight(identified, FiberRef.set(Trace.databaseTime, time))
}

/** The client that the security log and the throttle of sign-ins know the caller by. */
const clientOf = ({ address, header }: ServerRequest): Context.Context<never> =>
  Context.make(Account.CurrentClient, addressKey(address)).pipe(
    Context.add(Account.CurrentUserAgent, header("user-agent") ?? null)
  )

/** Sets the fiber's actor, and the client of a request if there is one, then does the work. */
export const actingAs = <A, E, R>(
  actor: Access.Actor,
  client: ServerRequest | null,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Access.CurrentActor>> => {
  const own = Context.make(Access.CurrentActor, actor)
  const added = client === null ? own : Context.merge(own, clientOf(client))
  // At once: each addition copies the context, which has all services.
  const set = FiberRef.update(FiberRef.currentContext, Context.merge(added))
  // The context has the actor from here on; the types cannot express it.
  return Effect.zipRight(set, work as Effect.Effect<A, E, Exclude<R, Access.CurrentActor>>)
}

/** Restores what a request sets, for a fiber that outlives the request. */
export const restoringContext = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  work.pipe(
    Effect.locallyWith(FiberRef.currentLogAnnotations, identity),
    Effect.locallyWith(FiberRef.currentContext, identity),
    Effect.locallyWith(Change.changeOrigin, identity),
    Effect.locallyWith(Trace.databaseTime, identity)
  )
