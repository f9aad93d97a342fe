import { Cause, Clock, Context, Duration, Effect, FiberRef, Layer } from "effect"
import type { CurrentActor } from "../access/Actor.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { Transactor } from "../ports/Transactor.js"
import { type ChangeType, readersOf, type StoredChange } from "./Change.js"
import type { ChangeRefused } from "./ChangeRefused.js"

/** Reacts to a change in the transaction that makes it. Any exit but success rolls the transaction back. */
export type ChangeHandler = (
  change: StoredChange
) => Effect.Effect<void, ChangeRefused | StorageUnavailable, CurrentActor>

/** Handlers by the type of the changes that they react to, in the order of their registration. */
export class HandlerRegistry {
  readonly #handlers = new Map<ChangeType, ReadonlyArray<ChangeHandler>>()

  /** Registers a handler. Returns a function that removes it. */
  add(type: ChangeType, handler: ChangeHandler): () => void {
    const own: ChangeHandler = (change) => handler(change)
    this.#handlers.set(type, [...this.of(type), own])
    return () => {
      this.#handlers.set(
        type,
        this.of(type).filter((each) => each !== own)
      )
    }
  }

  of(type: ChangeType): ReadonlyArray<ChangeHandler> {
    return this.#handlers.get(type) ?? []
  }
}

/** The handlers of the running program; null where there cannot be any. */
export class ChangeHandlers extends Context.Reference<ChangeHandlers>()("@boardwright/core/ChangeHandlers", {
  defaultValue: (): HandlerRegistry | null => null
}) {
  /** A registry without handlers. */
  static readonly layer: Layer.Layer<ChangeHandlers> = Layer.sync(ChangeHandlers, () => new HandlerRegistry())
}

/** How long all handlers of one transaction may take together. */
export const HANDLERS_TIME = Duration.seconds(5)

/** How many handlers may be nested: a change that a handler makes calls handlers in turn. */
export const MAX_NESTED_HANDLERS = 8

/** In how many handlers the fiber runs. */
const nesting = FiberRef.unsafeMake(0)

const late = () =>
  Cause.die(new Error(`The handlers of a change were not done after ${Duration.toSeconds(HANDLERS_TIME)} s`))

const tooDeep = ({ type }: StoredChange) =>
  Effect.dieMessage(
    `Handlers of changes are nested ${MAX_NESTED_HANDLERS} deep, and the innermost made another change: ${type}`
  )

/** The changes without the repetitions of one that only its recipients read, which is recorded once for each. */
const withoutRepetitions = (changes: ReadonlyArray<StoredChange>): ReadonlyArray<StoredChange> =>
  changes.filter(
    (change, at) =>
      readersOf(change) !== "nobody" ||
      at === changes.findIndex(({ subjectId, type }) => subjectId === change.subjectId && type === change.type)
  )

/** Calls one after another. Dies as soon as one ends late: a synchronous one cannot be interrupted. */
const inTime = <E, R>(calls: ReadonlyArray<Effect.Effect<void, E, R>>) =>
  Effect.flatMap(Clock.currentTimeMillis, (begun) => {
    const check = Effect.flatMap(Clock.currentTimeMillis, (at) =>
      at - begun > Duration.toMillis(HANDLERS_TIME) ? Effect.failCause(late()) : Effect.void
    )
    return Effect.forEach(calls, (call) => Effect.zipRight(call, check), { discard: true })
  })

/** Calls the handlers of the changes, one after another, in the transaction that made them. */
export const callHandlers = (
  handlers: HandlerRegistry,
  changes: ReadonlyArray<StoredChange>
): Effect.Effect<void, ChangeRefused | StorageUnavailable, CurrentActor | Transactor> => {
  const handled = changes.filter(({ type }) => handlers.of(type).length > 0)
  const [first] = handled
  if (first === undefined) return Effect.void
  const calls = withoutRepetitions(handled).flatMap((change) =>
    handlers.of(change.type).map((handler) => Effect.suspend(() => handler(change)))
  )
  return Effect.flatMap(FiberRef.get(nesting), (level) => {
    const all = Effect.locally(level > 0 ? Effect.all(calls, { discard: true }) : inTime(calls), nesting, level + 1)
    if (level >= MAX_NESTED_HANDLERS) return tooDeep(first)
    if (level > 0) return all
    const limited = Effect.timeoutFailCause(all, { duration: HANDLERS_TIME, onTimeout: late })
    return Effect.zipRight(
      Effect.flatMap(Transactor, ({ alone }) => alone),
      limited
    )
  })
}
