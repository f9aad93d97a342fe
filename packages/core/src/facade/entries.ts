import type { Effect } from "effect"
import type { CurrentActor } from "../access/Actor.js"

/** A use case. */
export type Run = (...parameters: never) => Effect.Effect<unknown, unknown, unknown>

/** A use case that somebody does. */
export interface Acting<F extends Run> {
  readonly needsActor: true
  readonly run: F
}

/** A use case that comes before anybody is known. */
export interface Anonymous<F extends Run> {
  readonly needsActor: false
  readonly run: F
}

/** The services that a use case needs. */
export type ContextOf<F extends Run> = Effect.Effect.Context<ReturnType<F>>

/** A use case that needs an actor; the others do not compile. */
export const acting = <F extends Run>(run: CurrentActor extends ContextOf<F> ? F : never): Acting<F> => ({
  needsActor: true,
  run
})

/** A use case that needs no actor; the others do not compile. */
export const anonymous = <F extends Run>(run: CurrentActor extends ContextOf<F> ? never : F): Anonymous<F> => ({
  needsActor: false,
  run
})
