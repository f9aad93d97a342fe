import { Access } from "@boardwright/core"
import { Context, Effect, FiberRef, HashMap, identity } from "effect"

// What is set in a fiber holds until it ends. Setting it back, as `Effect.annotateLogs` and `Effect.provideService` do, costs
// several times as much, and is for nothing where the fiber ends with its request.

/** Puts the request's id in every line that is logged, from here to the end of the fiber. */
export const setRequestId = (requestId: string): Effect.Effect<void> =>
  FiberRef.update(FiberRef.currentLogAnnotations, HashMap.set<string, unknown>("requestId", requestId))

/** Runs on behalf of the actor, who stays the fiber's to its end. */
export const actingAs = <A, E, R>(
  actor: Access.Actor,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Access.CurrentActor>> => {
  const set = FiberRef.update(FiberRef.currentContext, Context.add(Access.CurrentActor, actor))
  // The context holds the actor from here on, which no type tells.
  return Effect.zipRight(set, work as Effect.Effect<A, E, Exclude<R, Access.CurrentActor>>)
}

/** Sets back what a request sets in its fiber, for a fiber that lives on. */
export const setBack = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  work.pipe(
    Effect.locallyWith(FiberRef.currentLogAnnotations, identity),
    Effect.locallyWith(FiberRef.currentContext, identity)
  )
