import {
  Cause,
  Clock,
  Context,
  DefaultServices,
  Effect,
  Exit,
  type Fiber,
  FiberRef,
  type Option,
  Predicate,
  Tracer
} from "effect"

/** Effect's tracer where the host has none. It drops its spans, and each would cost a call 17 to 26 us. */
const NO_TRACER = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/** Whether the fiber has a tracer that does something with spans. */
export const hasTracer = ({ currentTracer }: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  currentTracer !== NO_TRACER

/** The span that the fiber's work is part of. */
export const currentSpan = (fiber: Fiber.RuntimeFiber<unknown, unknown>): Option.Option<Tracer.AnySpan> =>
  Context.getOption(fiber.getFiberRef(FiberRef.currentContext), Tracer.ParentSpan)

/** A failure as its span records it: without fields, which hold ids and other input. */
const outlined = (failure: unknown): Error => {
  const name = Predicate.hasProperty(failure, "_tag") ? String(failure._tag) : "Failure"
  return Object.assign(new Error(name), { name })
}

/** Runs the work in a span of that name, if the caller has a tracer. */
export const inSpan = <A, E, R>(
  name: string,
  work: Effect.Effect<A, E, R>,
  options: Tracer.SpanOptions = {}
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) =>
    hasTracer(fiber)
      ? Effect.acquireUseRelease(
          Effect.makeSpan(name, { ...options, captureStackTrace: false }),
          (span) => Effect.withParentSpan(work, span),
          (span, exit) =>
            Effect.map(Clock.currentTimeNanos, (now) =>
              span.end(now, Exit.mapErrorCause(Exit.asVoid(exit), Cause.map(outlined)))
            )
        )
      : work
  )

/** Runs work that no request waits for in a trace of its own. */
export const inOwnTrace = <A, E, R>(
  name: string,
  work: Effect.Effect<A, E, R>,
  attributes: Readonly<Record<string, unknown>> = {}
): Effect.Effect<A, E, R> => inSpan(name, work, { root: true, attributes })
