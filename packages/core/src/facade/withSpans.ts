import { Cause, Clock, Context, DefaultServices, Effect, Exit, Record, Tracer } from "effect"

interface Failure {
  readonly _tag: string
}

/** A use case: a function that returns an effect, whose failures are tagged. */
export type Run = (...parameters: never) => Effect.Effect<unknown, Failure, unknown>

/** Effect's tracer where the host has none. It drops its spans, and each would cost a call 17 to 26 us. */
const NO_TRACER = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/** A failure as its span records it: without fields, which hold ids and other input. */
const outlined = ({ _tag }: Failure): Error => Object.assign(new Error(_tag), { name: _tag })

const traced = <A, E extends Failure, R>(name: string, work: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.makeSpan(name, { captureStackTrace: false }),
    (span) => Effect.withParentSpan(work, span),
    (span, exit) =>
      Effect.map(Clock.currentTimeNanos, (now) =>
        span.end(now, Exit.mapErrorCause(Exit.asVoid(exit), Cause.map(outlined)))
      )
  )

/** Runs the work in a span of that name, if the caller has a tracer. */
export const inSpan = <A, E extends Failure, R>(name: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime(({ currentTracer }) => (currentTracer === NO_TRACER ? work : traced(name, work)))

type Nouns = {
  readonly [noun: string]: {
    readonly [name: string]: { readonly run: (...parameters: ReadonlyArray<never>) => ReturnType<Run> }
  }
}

/**
 * Runs each use case in a span such as `tasks.create`, if the caller has a tracer. The span has no attributes; its exit has
 * the tag of a failure, but neither its fields nor the result.
 */
export const withSpans = <N extends Nouns>(nouns: N): N =>
  // The loops keep the types of the table.
  Record.map(nouns as Nouns, (noun, ofNoun) =>
    Record.map(noun, (entry, name) => ({
      ...entry,
      run: (...parameters: ReadonlyArray<never>) => inSpan(`${ofNoun}.${name}`, entry.run(...parameters))
    }))
  ) as never
