import { Cause, Effect, Exit, type ManagedRuntime, Option, Record } from "effect"
import { type Actor, CurrentActor } from "../access/Actor.js"
import { asUser, isActor, NO_ACTOR, operator } from "./actors.js"
import type { AsyncContext } from "./AsyncContext.js"
import { BoardwrightError, invalidInput, toBoardwrightError } from "./BoardwrightError.js"
import { type CallOptions, isOptions, type MakingOptions, readOptions } from "./CallOptions.js"
import { type ChangeFollowing, changeFollowing, type FollowRuntime } from "./changeFollowing.js"
import { withKey } from "./withKey.js"
import { type Acting, type Anonymous, type Making, useCases, type UseCaseServices } from "./useCases.js"

type Result<F> = F extends (...parameters: never) => Effect.Effect<infer A, unknown, unknown> ? Promise<A> : never
type ParametersOf<F> = F extends (...parameters: infer P) => unknown ? P : never

/** A use case as a function that returns a promise. */
export type Promised<U> =
  U extends Making<infer F>
    ? (actor: Actor, ...parameters: [...ParametersOf<F>, options?: MakingOptions]) => Result<F>
    : U extends Acting<infer F>
      ? (actor: Actor, ...parameters: [...ParametersOf<F>, options?: CallOptions]) => Result<F>
      : U extends Anonymous<infer F>
        ? (...parameters: [...ParametersOf<F>, options?: CallOptions]) => Result<F>
        : never

/** Every use case as a function that returns a promise, grouped by noun. Promises reject with `BoardwrightError`. */
export type Promises = {
  readonly [Noun in keyof typeof useCases]: {
    readonly [Name in keyof (typeof useCases)[Noun]]: Promised<(typeof useCases)[Noun][Name]>
  }
}

/** The use cases that need an actor, without their first argument. */
export type ActingPromises = {
  readonly [Noun in keyof typeof useCases]: {
    readonly [
      Name in keyof (typeof useCases)[Noun] as (typeof useCases)[Noun][Name] extends Acting<infer _> ? Name : never
    ]: Promised<(typeof useCases)[Noun][Name]> extends (actor: Actor, ...parameters: infer P) => infer R
      ? (...parameters: P) => R
      : never
  }
}

type AndFollowing<P extends { readonly changes: object }> = Omit<P, "changes"> & {
  readonly changes: P["changes"] & ChangeFollowing
}

/** The calls of an actor, and what follows the changes that it may read. */
export interface ActingHub extends AndFollowing<ActingPromises> {}

/** Every use case as a function that returns a promise, and `as` to name the actor once for several calls. */
export interface Hub extends AndFollowing<Promises> {
  /** The calls of the user with this id, or of an actor. */
  readonly as: (actor: string | Actor) => ActingHub
}

type Services = UseCaseServices

/** Runs the use cases: a `ManagedRuntime`, or a wrapper of one. */
export type UseCaseRuntime = Pick<ManagedRuntime.ManagedRuntime<Services, unknown>, "runPromiseExit">

type Entry = {
  readonly needsActor: boolean
  readonly isMaking: boolean
  readonly texts: ReadonlyArray<string>
  readonly most: number
  readonly run: (...parameters: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, Services | CurrentActor>
}

/** Throws `InvalidInput` that names each of the leading parameters that is not a string. */
const checkTexts = (texts: ReadonlyArray<string>, parameters: ReadonlyArray<unknown>): void => {
  const wrong = texts.filter((_, at) => typeof parameters[at] !== "string")
  const issues = wrong.map((name) => ({ path: [name], message: "must be a string" }))
  if (issues.length > 0) throw new BoardwrightError("InvalidInput", { issues })
}

const call =
  (runtime: UseCaseRuntime, { isMaking, most, needsActor, run, texts }: Entry, name: string) =>
  async (...given: ReadonlyArray<unknown>): Promise<unknown> => {
    const [actor, ...rest] = needsActor ? given : [operator, ...given]
    if (!isActor(actor)) throw invalidInput(["actor"], NO_ACTOR)
    // Options may stand in the place of an input that is left out.
    const place = rest.length <= most && isOptions(rest.at(-1)) ? rest.length - 1 : most
    const options = readOptions(rest[place])
    options.signal?.throwIfAborted()
    const parameters = rest.slice(0, place)
    checkTexts(texts, parameters)
    const acting = Effect.provideService(run(...parameters), CurrentActor, actor)
    const { idempotencyKey } = options
    const work = idempotencyKey === undefined ? acting : withKey(acting, { idempotencyKey, isMaking, name, parameters })
    const exit = await runtime.runPromiseExit(work, options.signal === undefined ? {} : { signal: options.signal })
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.isInterruptedOnly(exit.cause)) options.signal?.throwIfAborted()
    throw toBoardwrightError(exit.cause)
  }

type Nouns = { readonly [noun: string]: { readonly [name: string]: Entry } }

/** Maps the entries, without those that map to null. */
const mapEntries = <A>(nouns: Nouns, map: (entry: Entry, name: string) => A | null) =>
  Record.map(nouns, (noun, ofNoun) =>
    Record.filterMap(noun, (entry, name) => Option.fromNullable(map(entry, `${ofNoun}.${name}`)))
  )

// The loops do to the table what the mapped types describe.
const nouns: Nouns = useCases as never

/** The calls of the user with this id, or of an actor. */
export const callsOf =
  (runtime: UseCaseRuntime) =>
  (given: string | Actor): ActingPromises => {
    const actor = isActor(given) ? given : asUser(given)
    return mapEntries(nouns, (entry, name) =>
      entry.needsActor
        ? (...parameters: ReadonlyArray<unknown>) => call(runtime, entry, name)(actor, ...parameters)
        : null
    ) as never
  }

/** The use cases as functions that return promises, without what follows the feed. */
export const promisesOf = (runtime: UseCaseRuntime): Promises =>
  mapEntries(nouns, (entry, name) => call(runtime, entry, name)) as never

/** The use cases as functions that return promises. Without a context, a handler that awaits its own `stop` waits for itself. */
export const toHub = (runtime: FollowRuntime, context: AsyncContext | null = null): Hub => {
  const withFollowing = (calls: { readonly changes?: object }, actor: Actor) => ({
    ...calls,
    changes: { ...calls.changes, ...changeFollowing({ runtime, context }, actor) }
  })
  const callsAs = callsOf(runtime)
  const as = (given: string | Actor) => withFollowing(callsAs(given), isActor(given) ? given : asUser(given))
  return {
    ...withFollowing(promisesOf(runtime), operator),
    as
  } as never
}
