import { type Effect, Record } from "effect"
import { inSpan } from "../trace/index.js"

/** A use case: a function that returns an effect, whose failures are tagged. */
export type Run = (...parameters: never) => Effect.Effect<unknown, { readonly _tag: string }, unknown>

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
