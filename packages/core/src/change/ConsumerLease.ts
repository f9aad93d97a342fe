import { Duration, Effect, identity, Option, Schedule } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import { recordStorageFailure } from "../ports/StorageOutage.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { type Consumer, ConsumerRepository } from "./ConsumerRepository.js"

/** How long an instance has a consumer unless it extends the lease: if it is killed, another takes over after that. */
export const CONSUMER_LEASE = Duration.seconds(10)
const EXTEND_AFTER = Duration.times(CONSUMER_LEASE, 0.3)

const leaseEnd = Effect.map(now, (at) => fromMillis(toMillis(at) + Duration.toMillis(CONSUMER_LEASE)))

/** The lease that this instance has of a consumer. Its effects return false once it is lost or given back. */
export interface ConsumerLease {
  /** The consumer as this instance knows it. */
  readonly consumer: () => Consumer
  /** Moves the position; it is stored when the lease is extended or something else is stored. */
  readonly passTo: (position: number) => void
  /** Stores a change of the consumer and extends the lease. An outage of storage is waited out while the lease lasts. */
  readonly store: (change: Partial<Consumer>) => Effect.Effect<boolean>
  /** Stores a change of the consumer, which has the time at which it may be taken again, and ends the lease. */
  readonly giveBack: (change: Partial<Consumer> & Pick<Consumer, "dueAt">) => Effect.Effect<boolean>
  /** Extends the lease again and again, until it is lost. */
  readonly keep: Effect.Effect<void>
}

const makeLease = Effect.fnUntraced(function* (taken: Consumer) {
  const consumers = yield* ConsumerRepository
  const turn = yield* Effect.makeSemaphore(1)
  let consumer = taken
  let isHeld = true

  const replace = Effect.fnUntraced(function* (change: Partial<Consumer>, endsLease: boolean) {
    if (!isHeld) return false
    const next = { ...consumer, dueAt: yield* leaseEnd, ...change }
    const isReplaced = yield* consumers.replace(next, consumer.dueAt)
    if (isReplaced) consumer = next
    isHeld = isReplaced && !endsLease
    return isReplaced
  })
  const isOver = Effect.map(now, (at) => consumer.dueAt <= at)
  // Uninterruptible, because a replacement that is interrupted may have happened.
  const save = (change: Partial<Consumer>, endsLease = false) =>
    turn
      .withPermits(1)(Effect.uninterruptible(replace(change, endsLease)))
      .pipe(
        Effect.tapError(recordStorageFailure),
        Effect.retry({ schedule: Schedule.spaced("1 second"), until: () => isOver }),
        Effect.orElseSucceed(() => (isHeld = false))
      )

  return {
    consumer: () => consumer,
    passTo: (position) => {
      consumer = { ...consumer, position }
    },
    store: (change) => save(change),
    giveBack: (change) => save(change, true),
    keep: Effect.asVoid(Effect.repeat(Effect.delay(save({}), EXTEND_AFTER), { while: identity<boolean> }))
  } satisfies ConsumerLease
})

/** Takes a consumer that is due; none if another instance was faster, or while the database is held. */
export const leaseConsumer = (
  consumer: Consumer
): Effect.Effect<Option.Option<ConsumerLease>, StorageUnavailable, ConsumerRepository> =>
  Effect.gen(function* () {
    const taken = { ...consumer, dueAt: yield* leaseEnd }
    const isTaken = yield* (yield* ConsumerRepository).take(taken, consumer.dueAt)
    return isTaken ? Option.some(yield* makeLease(taken)) : Option.none()
  })
