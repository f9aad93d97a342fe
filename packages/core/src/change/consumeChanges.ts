import { Duration, Effect, Option, Schema } from "effect"
import { logFailure } from "../background/logFailure.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { Name } from "../values/Text.js"
import { now, toMillis } from "../values/Timestamp.js"
import { parseCursor } from "./ChangeCursor.js"
import { ChangeFeed } from "./ChangeFeed.js"
import { leaseConsumer } from "./ConsumerLease.js"
import { type Consumer, ConsumerRepository } from "./ConsumerRepository.js"
import { cursorOf } from "./forEachChange.js"
import { type ConsumerHandlers, handleLeased } from "./handleLeased.js"
import { decodeListChanges } from "./listChanges.js"
import type { HandleChange, SubscribeToChanges } from "./subscribeToChanges.js"

/** What a consumer follows. `since` is where a new one begins; one that exists goes on where it was. */
export interface ConsumeChanges<E, R> extends SubscribeToChanges, Partial<Pick<ConsumerHandlers<E, R>, "onExpired">> {}

/** How often an instance looks whether a consumer has become due. */
const LOOK_EVERY = Duration.seconds(1)

const decodeName = decodeInput(Schema.Struct({ name: Name }))

/** The place of a cursor. Fails with `InvalidInput` if the text is none. */
export const placeOf = (cursor: string) =>
  Effect.mapError(Effect.fromNullable(parseCursor(cursor)), () => invalid(["since"], "must be a cursor of the feed"))

const register = Effect.fnUntraced(function* (name: string, { since, ...followed }: SubscribeToChanges) {
  const consumers = yield* ConsumerRepository
  yield* decodeListChanges({ ...followed, since })
  const existing = yield* consumers.find(name)
  if (Option.isSome(existing)) {
    const { parkedAt } = existing.value
    if (parkedAt === null) return
    const report = Effect.logWarning("consumer of changes is parked: it stays where it is until it is resumed")
    return yield* Effect.annotateLogs(report, { consumer: name, parkedAt })
  }
  const place = yield* placeOf(yield* cursorOf(followed, since))
  const dueAt = yield* now
  yield* consumers.insert({
    name,
    ...place,
    attempts: 0,
    dueAt,
    failingSince: null,
    lastError: null,
    parkedAt: null
  })
})

/** How long to wait before looking at a consumer again that is not due. */
const pauseFor = ({ dueAt, parkedAt }: Consumer) =>
  Effect.map(now, (at) => {
    const left = parkedAt === null ? toMillis(dueAt) - toMillis(at) : Infinity
    return Duration.min(Duration.millis(left), LOOK_EVERY)
  })

/**
 * Registers the durable consumer of this name and returns an effect that handles each change that the current actor may
 * read, in order and one at a time, until it is interrupted, the instance closes or the consumer is removed. Of any number of
 * instances one handles at a time; another takes over after `CONSUMER_LEASE` if it is killed. A change is handled at least
 * once: its position is stored after its handler has succeeded. What fails is tried again after growing pauses, and the
 * consumer is parked after a day, or at once if its position has expired and there is no `onExpired`.
 * The handler is interrupted, when the effect is or the lease is lost, only in its parts that are `Effect.interruptible`.
 * Fails with `InvalidInput`; for a new consumer as `listChanges` does.
 */
export const consumeChanges = Effect.fnUntraced(function* <E, R>(
  given: string,
  { onExpired, since, ...followed }: ConsumeChanges<E, R>,
  handle: HandleChange<E, R>
) {
  const { name } = yield* decodeName({ name: given })
  yield* register(name, { ...followed, since })
  const consumers = yield* ConsumerRepository
  const feed = yield* ChangeFeed

  const step = Effect.gen(function* () {
    if (yield* feed.isEnded) return "end"
    const found = yield* consumers.find(name)
    if (Option.isNone(found)) {
      yield* Effect.annotateLogs(Effect.logWarning("consumer of changes was removed"), { consumer: name })
      return "end"
    }
    const pause = yield* pauseFor(found.value)
    if (Duration.greaterThan(pause, Duration.zero)) {
      yield* Effect.sleep(pause)
      return "again"
    }
    const lease = yield* leaseConsumer(found.value)
    yield* Option.match(lease, {
      onNone: () => Effect.sleep(LOOK_EVERY),
      onSome: (taken) => handleLeased(taken, followed, { handle, onExpired })
    })
    return "again"
  })
  return logFailure(step).pipe(
    Effect.tap((done) => (done === undefined ? Effect.sleep(LOOK_EVERY) : Effect.void)),
    Effect.repeat({ until: (done) => done === "end" }),
    Effect.asVoid
  )
})
