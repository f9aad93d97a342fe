import { Effect, Layer, Predicate, type Scope } from "effect"
import { CurrentActor } from "../access/Actor.js"
import { CHANGE_TYPES, type ChangeType } from "../change/Change.js"
import { type ChangeHandler, ChangeHandlers, type HandlerRegistry } from "../change/ChangeHandlers.js"
import { ChangeRefused } from "../change/ChangeRefused.js"
import { StorageUnavailable } from "../ports/PortError.js"
import { BoardwrightError, invalidInput } from "./BoardwrightError.js"
import { type ChangeEvent, changeEvent } from "./ChangeEvent.js"
import type { AsyncContext } from "./AsyncContext.js"
import { type TransactionCalls, withTransactionCalls } from "./transactionCalls.js"
import type { UseCaseServices } from "./useCases.js"

/** What a promise handler is called with. */
export interface ChangeEventInProcess<T extends ChangeType = ChangeType> extends ChangeEvent<T> {
  /** The hub's calls in the transaction of the change, acting as `actor`. */
  readonly tx: TransactionCalls
}

/** Registers reactions to changes. */
export interface ChangeReactions {
  /**
   * Calls the handler for every change of the type, before it is stored, in the transaction that makes it. Returns a function
   * that removes the handler.
   *
   * If the handler throws or rejects, nothing of the transaction is stored: the call fails with `ChangeRefused` if the handler
   * threw that, else with `Unexpected`. Handlers of one transaction run one after another and have 5 s together. The
   * database may run a transaction again after a conflict, and with it the handlers.
   */
  readonly on: <T extends ChangeType>(type: T, handler: (event: ChangeEventInProcess<T>) => unknown) => () => void
}

/** Failures that callers get as they are; any other is a defect. */
const orDie = (error: unknown): Effect.Effect<never, ChangeRefused | StorageUnavailable> => {
  if (Predicate.isTagged(error, "ChangeRefused") && Predicate.hasProperty(error, "reason"))
    return Effect.fail(new ChangeRefused(String(error.reason)))
  if (error instanceof StorageUnavailable) return Effect.fail(error)
  if (error instanceof BoardwrightError) {
    if (error.code === "ChangeRefused") return Effect.fail(new ChangeRefused(error.details.reason))
    if (error.code === "StorageUnavailable") return new StorageUnavailable({ ...error.details, cause: error })
  }
  return Effect.die(error)
}

const isType = (type: string): type is ChangeType => (CHANGE_TYPES as ReadonlyArray<string>).includes(type)

const register = (registry: HandlerRegistry, type: ChangeType, handler: ChangeHandler) => {
  if (isType(type)) return registry.add(type, handler)
  throw invalidInput(["type"], `${String(type)} is not a type of change; known are ${CHANGE_TYPES.join(", ")}`)
}

/** `hub.on` of a program. */
export const changeReactions = (context: AsyncContext): Effect.Effect<ChangeReactions["on"], never, UseCaseServices> =>
  Effect.gen(function* () {
    const registry = (yield* ChangeHandlers) ?? (yield* Effect.dieMessage("ChangeHandlers.layer is not provided"))
    const services = yield* Effect.context<UseCaseServices>()
    return (type, handler) => {
      if (typeof handler !== "function") throw invalidInput(["handler"], "must be a function")
      return register(registry, type, (change) =>
        Effect.flatMap(CurrentActor, (actor) =>
          withTransactionCalls(context, actor, async (tx) => {
            await handler({ ...changeEvent(change, actor), tx })
          })
        ).pipe(
          Effect.catchAll(({ error }) => orDie(error)),
          Effect.provide(services)
        )
      )
    }
  })

/**
 * Calls the handler, an Effect, as `hub.on` does. Use cases that it runs are part of the transaction and act as the actor of
 * the change, unless the handler provides another. Needs `ChangeHandlers`, which `Boardwright.layer` provides.
 */
export const onChange = <T extends ChangeType, E, R>(
  type: T,
  handler: (event: ChangeEvent<T>) => Effect.Effect<unknown, E, R>
): Layer.Layer<never, never, Exclude<Exclude<R, CurrentActor>, Scope.Scope>> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const registry = (yield* ChangeHandlers) ?? (yield* Effect.dieMessage("ChangeHandlers.layer is not provided"))
      const services = yield* Effect.context<Exclude<R, CurrentActor>>()
      const remove = register(
        registry,
        type,
        (change) =>
          Effect.flatMap(CurrentActor, (actor) =>
            Effect.suspend(() => handler(changeEvent(change, actor))).pipe(
              Effect.catchAll(orDie),
              Effect.provide(services),
              Effect.provideService(CurrentActor, actor)
            )
          ) as ReturnType<ChangeHandler>
      )
      yield* Effect.addFinalizer(() => Effect.sync(remove))
    })
  )
