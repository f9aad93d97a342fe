import { Deferred, Duration, Effect, FiberSet, Ref } from "effect"
import { Actor, CurrentActor } from "../access/Actor.js"
import { ChangeRepository } from "../change/ChangeRepository.js"
import { logFailure } from "../background/logFailure.js"
import { inOwnTrace } from "../trace/index.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { attemptDelivery } from "./attemptDelivery.js"
import { takeDeliveries } from "./takeDeliveries.js"
import type { UserId } from "../values/ids.js"
import type { StoredWebhook } from "./Webhook.js"
import { MAX_AT_ONCE } from "./WebhookDeliveryRepository.js"
import { WebhookRepository } from "./WebhookRepository.js"

/** How long a delivery is leased, in milliseconds: longer than an attempt, so that only one that was killed loses it. */
export const LEASE_MILLIS = 45_000

/** Most webhooks that one step looks at. */
const MAX_DUE = 50

/** Most attempts of an instance at the same time, about: beyond, it takes no more webhooks. */
const MAX_RUNNING = 200

/** Most of them for webhooks of one creator, about: receivers that are slow, or many changes, leave room for others. */
const MAX_OF_CREATOR = 40

/** How long stopping waits for the attempts that are under way. */
const STOP_TIMEOUT = Duration.seconds(10)

type Services = Exclude<
  Effect.Effect.Context<ReturnType<typeof takeDeliveries> | ReturnType<typeof attemptDelivery>>,
  CurrentActor
>

const asOperator = Effect.provideService(CurrentActor, Actor.Operator())

/** Deliveries in fibers of their own, in this scope. */
const makeDelivering = Effect.gen(function* () {
  const webhooks = yield* WebhookRepository
  const changes = yield* ChangeRepository
  const stopping = yield* Deferred.make<void>()
  const running = yield* FiberSet.make<void>()
  const fork = yield* FiberSet.runtime(running)<Services>()

  const last = yield* Ref.make("")
  const counts = new Map<UserId, number>()
  const countOf = (creatorId: UserId): number => counts.get(creatorId) ?? 0

  /** Starts work that counts as a number of attempts for a creator. */
  const start = (creatorId: UserId, attempts: number, work: Effect.Effect<void, never, Services>): void => {
    const count = (added: number) => counts.set(creatorId, countOf(creatorId) + added)
    const uncount = Effect.sync(() => {
      if (count(-attempts).get(creatorId) === 0) counts.delete(creatorId)
    })
    count(attempts)
    fork(Effect.ensuring(work, uncount))
  }

  /** Plans and attempts the deliveries of a webhook until none is due, or others have to take their turn. */
  const deliver = (webhook: Pick<StoredWebhook, "id" | "creatorId">): Effect.Effect<void, never, Services> =>
    Effect.gen(function* () {
      const { creatorId, id } = webhook
      const isOver = countOf(creatorId) > MAX_OF_CREATOR || (yield* FiberSet.size(running)) > MAX_RUNNING
      if (isOver || (yield* Deferred.isDone(stopping))) return
      const at = yield* now
      const leaseUntil = fromMillis(toMillis(at) + LEASE_MILLIS)
      const taken = yield* takeDeliveries(id, at, leaseUntil)
      if (taken === null) return
      for (const delivery of taken.deliveries) {
        const attributes = { "boardwright.change.type": delivery.type, "boardwright.attempt": delivery.attempts + 1 }
        const attempt = attemptDelivery(taken.webhook, delivery, leaseUntil)
        const traced = asOperator(logFailure(inOwnTrace("webhooks.deliver", attempt, attributes)))
        start(creatorId, 1, Effect.zipRight(traced, deliver(webhook)))
      }
    }).pipe(asOperator, logFailure)

  const step = Effect.gen(function* () {
    if ((yield* FiberSet.size(running)) >= MAX_RUNNING || !(yield* webhooks.hasWork)) return
    const { position } = yield* changes.place
    const due = yield* webhooks.listDue(yield* now, position, yield* Ref.get(last), MAX_DUE)
    yield* Ref.set(last, due.length < MAX_DUE ? "" : (due.at(-1)?.id ?? ""))
    for (const webhook of due) start(webhook.creatorId, MAX_AT_ONCE, deliver(webhook))
  })
  return { step, stopping, idle: FiberSet.awaitEmpty(running) }
})

/** Delivers once what is due to every webhook. */
export const deliverWebhooks = Effect.scoped(
  Effect.flatMap(makeDelivering, ({ idle, step }) => Effect.zipRight(step, idle))
)

/**
 * Delivers to webhooks in the background until the scope ends, every `interval`. Each instance plans and attempts; leases
 * share the work. Failures are logged. At the end of the scope attempts that are under way are finished first, for 10 s at
 * most; another instance makes the others again after their lease.
 */
export const startWebhookDelivery = Effect.fnUntraced(function* (interval: Duration.DurationInput = "500 millis") {
  const { idle, step, stopping } = yield* makeDelivering
  yield* Effect.addFinalizer(() =>
    Effect.zipRight(
      Deferred.succeed(stopping, undefined),
      Effect.timeoutOption(Effect.interruptible(idle), STOP_TIMEOUT)
    )
  )
  yield* Effect.forkScoped(Effect.forever(Effect.zipRight(logFailure(step), Effect.sleep(interval))))
})
