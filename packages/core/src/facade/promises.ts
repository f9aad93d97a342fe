import { Cause, Effect, Exit, type ManagedRuntime, Predicate } from "effect"
import { Actor, CurrentActor } from "../access/Actor.js"
import { UserId } from "../account/User.js"
import { BoardwrightError, toBoardwrightError } from "./BoardwrightError.js"
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

/** The user with this id, as the one who acts. */
export const asUser = (userId: string): Actor => Actor.User({ userId: UserId.make(userId) })

/** The operator, who passes every check. For the host's own code, never for a request's. */
export const operator: Actor = Actor.Operator()

const isOptions = (value: unknown): value is CallOptions =>
  Predicate.isRecord(value) && Object.keys(value).length === 1 && "signal" in value

/** Whether a value says who acts. */
export const isActor = (value: unknown): value is Actor =>
  Predicate.isTagged(value, "Operator") ||
  (Predicate.isTagged(value, "User") && Predicate.hasProperty(value, "userId") && typeof value.userId === "string")

const NO_ACTOR = "the first argument must be the actor: asUser(id), or operator"

const noActor = () =>
  new BoardwrightError("InvalidInput", { issues: [{ path: ["actor"], message: NO_ACTOR }] }, new TypeError(NO_ACTOR))

type Services = UseCaseServices

/** What runs the use cases: a `ManagedRuntime`, or what stands before one. */
export type UseCaseRuntime = Pick<ManagedRuntime.ManagedRuntime<Services, unknown>, "runPromiseExit">

type Entry = {
  readonly needsActor: boolean
  readonly run: (...parameters: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown, Services | CurrentActor>
}

const call =
  (runtime: UseCaseRuntime, { needsActor, run }: Entry) =>
  async (...given: ReadonlyArray<unknown>): Promise<unknown> => {
    const [actor, ...rest] = needsActor ? given : [operator, ...given]
    if (!isActor(actor)) throw noActor()
    const last = rest.at(-1)
    const options = isOptions(last) ? last : {}
    options.signal?.throwIfAborted()
    const parameters = isOptions(last) ? rest.slice(0, -1) : rest
    const work = Effect.provideService(run(...parameters), CurrentActor, actor)
    const exit = await runtime.runPromiseExit(work, options.signal === undefined ? {} : { signal: options.signal })
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.isInterruptedOnly(exit.cause)) options.signal?.throwIfAborted()
    throw toBoardwrightError(exit.cause)
  }

const mapValues = <A, B>(record: { readonly [key: string]: A }, map: (value: A) => B): { readonly [key: string]: B } =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

/** The use cases as functions of promises, run on these services. */
export const toPromises = (runtime: UseCaseRuntime): Promises => {
  const nouns: { readonly [noun: string]: { readonly [name: string]: Entry } } = useCases as never
  // One mapped type describes what this loop makes of the table.
  return mapValues(nouns, (noun) => mapValues(noun, (entry) => call(runtime, entry))) as never
}
