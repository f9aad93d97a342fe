import { Data, Effect, Fiber, FiberSet, Runtime } from "effect"
import type { Actor } from "../access/Actor.js"
import { BoardwrightError } from "./BoardwrightError.js"
import { type ActingPromises, callsOf, type UseCaseRuntime } from "./Hub.js"
import type { UseCaseServices } from "./useCases.js"

type Calls = Omit<ActingPromises, "changes">

/** The calls of an actor in a transaction. The feed is not among them: it has what is committed. */
export interface TransactionCalls extends Calls {
  /** The calls of the user with this id, or of an actor, in the same transaction. */
  readonly as: (actor: string | Actor) => Calls
}

/** A transaction that a function of the host makes calls in. */
export interface OpenTransaction {
  readonly isOpen: boolean
}

/**
 * Knows in which transaction's function code runs, also after an `await`: an `AsyncLocalStorage`, typed here because this
 * package imports no platform's modules.
 */
export interface AsyncContext {
  readonly run: <A>(store: OpenTransaction | undefined, work: () => A) => A
  readonly getStore: () => OpenTransaction | undefined
}

/** A function of the host threw or rejected. */
export class Thrown extends Data.TaggedError("Thrown")<{ readonly error: unknown }> {}

const misused = (message: string) => new BoardwrightError("Unexpected", {}, new Error(message))

/** Throws if code of a transaction's function calls something else than its `tx`. */
export const refuseInTransaction = (context: AsyncContext, own?: OpenTransaction): void => {
  const inside = context.getStore()
  if (inside === undefined || inside === own || !inside.isOpen) return
  throw misused("Inside a transaction all calls go through its own tx: this one would wait for the transaction's end")
}

/**
 * Runs a function of the host, sync or async, with calls that are part of the caller's transaction, each a savepoint. They
 * act as the given actor. Fails with `Thrown` if the function does. Calls that it has not awaited are
 * awaited if it succeeds, else interrupted; later ones are rejected.
 */
export const withTransactionCalls = <A>(
  context: AsyncContext,
  actor: Actor,
  work: (tx: TransactionCalls) => A | PromiseLike<A>
): Effect.Effect<A, Thrown, UseCaseServices> =>
  Effect.scoped(
    Effect.gen(function* () {
      const services = yield* Effect.runtime<UseCaseServices>()
      const running = yield* FiberSet.make<unknown, unknown>()
      const transaction = { isOpen: true }
      const close = Effect.sync(() => {
        transaction.isOpen = false
      })
      yield* Effect.addFinalizer(() => close)
      const runPromiseExit: UseCaseRuntime["runPromiseExit"] = async (call, options) => {
        if (!transaction.isOpen) throw misused("The transaction of this tx has ended: await its calls before that")
        refuseInTransaction(context, transaction)
        const tracked = Effect.flatMap(FiberSet.run(running, call), (fiber) =>
          Effect.onInterrupt(Fiber.join(fiber), () => Fiber.interrupt(fiber))
        )
        // What the call schedules may run fibers of others, whose code is not inside the transaction.
        return context.run(undefined, () => Runtime.runPromiseExit(services)(tracked, options))
      }
      const as = callsOf({ runPromiseExit })
      const { changes: _, ...own } = as(actor)
      const result = yield* Effect.tryPromise({
        try: () => context.run(transaction, async () => work({ ...own, as })),
        catch: (error) => new Thrown({ error })
      })
      yield* close
      yield* FiberSet.awaitEmpty(running)
      return result
    })
  )
