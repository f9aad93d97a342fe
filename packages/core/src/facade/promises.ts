import { Cause, Effect, Exit, type ManagedRuntime, Option, Predicate, Record } from "effect"
import { Actor, CurrentActor } from "../access/Actor.js"
import { UserId } from "../values/ids.js"
import { BoardwrightError, invalidInput, toBoardwrightError } from "./BoardwrightError.js"
import type { Acting, Anonymous } from "./entries.js"
import { useCases, type UseCaseServices } from "./useCases.js"

/** The platform's `AbortSignal`, which this package knows through Effect only: it is written for no platform. */
type Signal = NonNullable<NonNullable<Parameters<typeof Effect.runPromiseExit>[1]>["signal"]>

/** The last argument of every call. */
export interface CallOptions {
  /** Aborting it interrupts the call and rolls back what it was writing; the promise rejects with its reason. */
  readonly signal?: Signal | undefined
}

type Result<F> = F extends (...parameters: never) => Effect.Effect<infer A, unknown, unknown> ? Promise<A> : never
type ParametersOf<F> = F extends (...parameters: infer P) => unknown ? P : never

/** A use case as a function of promises. */
export type Promised<U> =
  U extends Acting<infer F>
    ? (actor: Actor, ...parameters: [...ParametersOf<F>, options?: CallOptions]) => Result<F>
    : U extends Anonymous<infer F>
      ? (...parameters: [...ParametersOf<F>, options?: CallOptions]) => Result<F>
      : never

/** Every use case as a function of promises, grouped by noun. Failures are `BoardwrightError`. */
export type Promises = {
  readonly [Noun in keyof typeof useCases]: {
    readonly [Name in keyof (typeof useCases)[Noun]]: Promised<(typeof useCases)[Noun][Name]>
  }
}

/** The use cases of an actor who is known already. */
export type ActingPromises = {
  readonly [Noun in keyof typeof useCases]: {
    readonly [
      Name in keyof (typeof useCases)[Noun] as (typeof useCases)[Noun][Name] extends Acting<infer _> ? Name : never
    ]: Promised<(typeof useCases)[Noun][Name]> extends (actor: Actor, ...parameters: infer P) => infer R
      ? (...parameters: P) => R
      : never
  }
}

/** Every use case as a function of promises, and `as` to name the actor of several calls once. */
export interface Hub extends Promises {
  /** The same calls without their first argument, for the user with this id, or for an actor. */
  readonly as: (actor: string | Actor) => ActingPromises
}

const isUserId = (value: unknown): value is string => typeof value === "string" && value !== ""

/** The user with this id, as the one who acts. Throws a `BoardwrightError` (`InvalidInput`) where it is not an id. */
export const asUser = (userId: string): Actor => {
  if (isUserId(userId)) return Actor.User({ userId: UserId.make(userId) })
  throw invalidInput(["userId"], "must be the id of a user: a string that is not empty")
}

/** The operator, who passes every check. For the host's own code, never for a request's. */
export const operator: Actor = Actor.Operator()

const isOptions = (value: unknown): value is CallOptions =>
  Predicate.isRecord(value) && Object.keys(value).length === 1 && "signal" in value

/** Whether a value says who acts. */
export const isActor = (value: unknown): value is Actor =>
  Predicate.isTagged(value, "Operator") ||
  (Predicate.isTagged(value, "User") && Predicate.hasProperty(value, "userId") && typeof value.userId === "string")

const NO_ACTOR = "the first argument must be the actor: asUser(id), or operator"

type Services = UseCaseServices

/** What runs the use cases: a `ManagedRuntime`, or what stands before one. */
export type UseCaseRuntime = Pick<ManagedRuntime.ManagedRuntime<Services, unknown>, "runPromiseExit">

type Entry = {
  readonly needsActor: boolean
  readonly texts: ReadonlyArray<string>
  readonly run: (...parameters: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, Services | CurrentActor>
}

/** Throws `InvalidInput` that names each of the leading parameters that is not a text. */
const checkTexts = (texts: ReadonlyArray<string>, parameters: ReadonlyArray<unknown>): void => {
  const wrong = texts.filter((_, at) => typeof parameters[at] !== "string")
  const issues = wrong.map((name) => ({ path: [name], message: "must be a string" }))
  if (issues.length > 0) throw new BoardwrightError("InvalidInput", { issues })
}

const call =
  (runtime: UseCaseRuntime, { needsActor, run, texts }: Entry) =>
  async (...given: ReadonlyArray<unknown>): Promise<unknown> => {
    const [actor, ...rest] = needsActor ? given : [operator, ...given]
    if (!isActor(actor)) throw invalidInput(["actor"], NO_ACTOR)
    const last = rest.at(-1)
    const options = isOptions(last) ? last : {}
    options.signal?.throwIfAborted()
    const parameters = isOptions(last) ? rest.slice(0, -1) : rest
    checkTexts(texts, parameters)
    const work = Effect.provideService(run(...parameters), CurrentActor, actor)
    const exit = await runtime.runPromiseExit(work, options.signal === undefined ? {} : { signal: options.signal })
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.isInterruptedOnly(exit.cause)) options.signal?.throwIfAborted()
    throw toBoardwrightError(exit.cause)
  }

type Nouns = { readonly [noun: string]: { readonly [name: string]: Entry } }

/** Makes a function of each entry, where there is one to make. */
const mapEntries = <A>(nouns: Nouns, map: (entry: Entry) => A | null) =>
  Record.map(nouns, (noun) => Record.filterMap(noun, (entry) => Option.fromNullable(map(entry))))

/** The use cases as functions of promises, run on these services. */
export const toHub = (runtime: UseCaseRuntime): Hub => {
  const nouns: Nouns = useCases as never
  const as = (given: string | Actor) => {
    const actor = isActor(given) ? given : asUser(given)
    return mapEntries(nouns, (entry) =>
      entry.needsActor ? (...parameters: ReadonlyArray<unknown>) => call(runtime, entry)(actor, ...parameters) : null
    )
  }
  // Mapped types describe what these loops make of the table.
  return { ...mapEntries(nouns, (entry) => call(runtime, entry)), as } as never
}
