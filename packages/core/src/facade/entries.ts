import type { Effect } from "effect"
import type { CurrentActor } from "../access/Actor.js"

/** A use case. */
export type Run = (...parameters: never) => Effect.Effect<unknown, unknown, unknown>

/** A name for each text that leads the parameters of a use case. */
type TextNames<P> = P extends readonly [string, ...infer Rest]
  ? readonly [name: string, ...TextNames<Rest>]
  : readonly []
type TextNamesOf<F> = F extends (...parameters: infer P) => unknown ? TextNames<P> : never

/** A use case that somebody does. */
export interface Acting<F extends Run> {
  readonly needsActor: true
  /** Names of the texts, such as ids, that lead the parameters. */
  readonly texts: ReadonlyArray<string>
  readonly run: F
}

/** A use case that comes before anybody is known. */
export interface Anonymous<F extends Run> {
  readonly needsActor: false
  /** As of `Acting`. */
  readonly texts: ReadonlyArray<string>
  readonly run: F
}

/** The services that a use case needs. */
export type ContextOf<F extends Run> = Effect.Effect.Context<ReturnType<F>>

/** A use case that needs an actor; the others do not compile. */
export const acting = <F extends Run>(
  run: CurrentActor extends ContextOf<F> ? F : never,
  ...texts: TextNamesOf<F>
): Acting<F> => ({ needsActor: true, texts, run })

/** A use case that needs no actor; the others do not compile. */
export const anonymous = <F extends Run>(
  run: CurrentActor extends ContextOf<F> ? never : F,
  ...texts: TextNamesOf<F>
): Anonymous<F> => ({ needsActor: false, texts, run })
