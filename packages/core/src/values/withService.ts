import { Context, Effect, type Fiber, FiberRef } from "effect"

/**
 * Does the work with a service of the context. As `Effect.flatMap(tag, work)`, in one step of the fiber in place of three: for what
 * every request does, where steps are most of the time.
 */
export const withService = <I, S, N, A, E, R>(
  tag: Context.Tag<I, S> & Effect.Effect<S, never, N>,
  work: (service: S, fiber: Fiber.RuntimeFiber<unknown, unknown>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | N> =>
  Effect.withFiberRuntime<A, E, R>((fiber) =>
    work(Context.unsafeGet(fiber.getFiberRef(FiberRef.currentContext), tag), fiber)
  )
