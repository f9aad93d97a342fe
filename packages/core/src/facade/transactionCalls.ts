import { Cause, Data, Effect, Exit, Fiber, FiberSet, Option, Runtime } from "effect"
import type { Actor } from "../access/Actor.js"
import { HostTransactions } from "../ports/HostTransactions.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { InvalidInput } from "../values/InvalidInput.js"
import { type AsyncContext, misused, refuseInTransaction } from "./AsyncContext.js"
import { invalidInput, toBoardwrightError } from "./BoardwrightError.js"
import { type ActingPromises, callsOf, promisesOf, type Promises, type UseCaseRuntime } from "./Hub.js"
import type { UseCaseServices } from "./useCases.js"

type Calls = Omit<ActingPromises, "changes">

/** The calls of an actor in a transaction. The feed is not among them: it has what is committed. */
export interface TransactionCalls extends Calls {
  /** The calls of the user with this id, or of an actor, in the same transaction. */
  readonly as: (actor: string | Actor) => Calls
}

/** A function of the host threw or rejected. */
export class Thrown extends Data.TaggedError("Thrown")<{ readonly error: unknown }> {}

/**
 * Runs a function of the host, sync or async, with a runtime whose calls are part of the caller's transaction. Fails with `Thrown` if the function does. Calls that it has not awaited are
 * awaited if it succeeds, else interrupted; later ones are rejected.
 */
const withRuntime = <A>(
  context: AsyncContext,
  work: (runtime: UseCaseRuntime) => A | PromiseLike<A>
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
      const result = yield* Effect.tryPromise({
        try: () => context.run(transaction, async () => work({ runPromiseExit })),
        catch: (error) => new Thrown({ error })
      })
      yield* close
      yield* FiberSet.awaitEmpty(running)
      return result
    })
  )

const callsAs = (runtime: UseCaseRuntime) => {
  const as = callsOf(runtime)
  return (actor: string | Actor): Calls => {
    const { changes: _, ...calls } = as(actor)
    return calls
  }
}

/** Runs a function of the host with the calls of an actor in the caller's transaction. */
export const withTransactionCalls = <A>(
  context: AsyncContext,
  actor: Actor,
  work: (tx: TransactionCalls) => A | PromiseLike<A>
): Effect.Effect<A, Thrown, UseCaseServices> =>
  withRuntime(context, (runtime) => {
    const as = callsAs(runtime)
    return work({ ...as(actor), as })
  })

/** The calls of the hub in a transaction of the host. The feed is not among them: it has what is committed. */
export interface HostTransactionCalls extends Omit<Promises, "changes">, Pick<TransactionCalls, "as"> {}

/** Runs a function of the host with calls in the transaction that is open on its connection. */
export const withHostTransaction = <A>(
  context: AsyncContext,
  client: unknown,
  work: (tx: HostTransactionCalls) => A | PromiseLike<A>
): Effect.Effect<A, Thrown | InvalidInput | StorageUnavailable, UseCaseServices> =>
  Effect.flatMap(HostTransactions, ({ join }) =>
    join(
      client,
      withRuntime(context, (runtime) => {
        const { changes: _, ...calls } = promisesOf(runtime)
        return work({ ...calls, as: callsAs(runtime) })
      })
    )
  )

/** Calls in the host's own transactions. */
export interface HostTransacting {
  /**
   * Runs the function with calls that are part of the transaction which is open on the connection: a connected `Client` or
   * `PoolClient` of `pg`, or a SQLite connection on the hub's file. Each call is a savepoint, none is repeated, and nothing is
   * stored before the host commits. Rejects with what the function throws, or with `InvalidInput` for a connection that
   * cannot be joined.
   */
  readonly withTransaction: <A>(client: unknown, work: (tx: HostTransactionCalls) => A | PromiseLike<A>) => Promise<A>
}

/** `hub.withTransaction` of a program. */
export const hostTransacting =
  (runtime: UseCaseRuntime, context: AsyncContext): HostTransacting["withTransaction"] =>
  async (client, work) => {
    if (typeof work !== "function") throw invalidInput(["work"], "must be a function")
    const exit = await runtime.runPromiseExit(withHostTransaction(context, client, work))
    if (Exit.isSuccess(exit)) return exit.value
    const failure = Option.getOrNull(Cause.failureOption(exit.cause))
    throw failure instanceof Thrown ? failure.error : toBoardwrightError(exit.cause)
  }
