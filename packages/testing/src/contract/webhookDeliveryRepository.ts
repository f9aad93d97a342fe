import { Ports, type Values, Webhook } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aDelivery, givenWebhook, instant, wholeList } from "../fixtures.js"
import type { GivenBoardNeeds } from "./Needs.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, dies, isNone, lists, pick, valueOf } from "./support.js"

const deliveries = Effect.serviceFunctions(Webhook.WebhookDeliveryRepository)

type Needed = GivenBoardNeeds | Webhook.WebhookRepository | Webhook.WebhookDeliveryRepository | Ports.Transactor

const { MAX_AT_ONCE } = Webhook

const givenWebhookId = Effect.map(givenWebhook(), ({ id }) => id)

/** Stored pending deliveries of a new webhook, at the positions 1, 2, 3 ... */
const given = Effect.fnUntraced(function* (count: number, overrides: Partial<Webhook.WebhookDelivery> = {}) {
  const webhookId = yield* givenWebhookId
  const planned = Array.from({ length: count }, (_, at) => aDelivery({ ...overrides, webhookId, position: at + 1 }))
  yield* deliveries.plan(planned)
  return { webhookId, planned }
})

/** Claims as a use case does: while the webhook is locked. */
const claim = (webhookId: Webhook.WebhookId, at: Values.Timestamp.Timestamp, leaseUntil: Values.Timestamp.Timestamp) =>
  Ports.transactional(
    Effect.gen(function* () {
      yield* (yield* Webhook.WebhookRepository).lock(webhookId)
      return yield* deliveries.claim(webhookId, at, leaseUntil)
    })
  )

const delivered = (delivery: Webhook.WebhookDelivery, endedAt: number): Webhook.WebhookDelivery => ({
  ...delivery,
  status: "delivered",
  attempts: delivery.attempts + 1,
  endedAt: instant(endedAt),
  lastStatus: 204
})

/** The contract of `WebhookDeliveryRepository`. */
export const webhookDeliveryRepositorySuite: Suite<Needed> = (it) => {
  it("stores and returns a delivery with every field", function* () {
    const webhookId = yield* givenWebhookId
    const delivery = aDelivery({
      webhookId,
      position: 5_000_000_000,
      type: "member.added",
      status: "failed",
      attempts: 10,
      dueAt: instant(1),
      createdAt: instant(2),
      endedAt: instant(3),
      lastStatus: 503,
      lastFailure: "status"
    })
    yield* deliveries.plan([delivery])
    assert.deepStrictEqual(valueOf(yield* deliveries.find(webhookId, delivery.position)), delivery)
    isNone(yield* deliveries.find(webhookId, 1))
    yield* dies(deliveries.plan([{ ...delivery, webhookId: "unknown" as Webhook.WebhookId }]))
  })

  it("claims due deliveries, lowest positions first, and no more than may be attempted at once", function* () {
    const { planned, webhookId } = yield* given(MAX_AT_ONCE + 2)
    const late = aDelivery({ webhookId, position: 100, dueAt: instant(50) })
    yield* deliveries.plan([late])
    assert.deepStrictEqual(yield* claim(webhookId, instant(1), instant(10)), planned.slice(0, MAX_AT_ONCE))
    assert.deepStrictEqual(yield* claim(webhookId, instant(2), instant(10)), [])
    const [first, second] = planned
    if (first === undefined || second === undefined) return assert.fail("nothing was planned")
    assert.isTrue(yield* deliveries.finish(delivered(first, 3), instant(10)))
    assert.deepStrictEqual(yield* claim(webhookId, instant(4), instant(20)), pick(planned, [MAX_AT_ONCE]))
    const free = [...planned.slice(1, MAX_AT_ONCE)]
    assert.deepStrictEqual(yield* claim(webhookId, instant(10), instant(30)), free)
  })

  it("gives each delivery to one of several concurrent callers", function* () {
    const { planned, webhookId } = yield* given(MAX_AT_ONCE)
    const claimed = yield* atOnce(10, () => claim(webhookId, instant(1), instant(10)))
    assert.deepStrictEqual(claimed.flat(), planned)
  })

  it("writes the result of an attempt and makes the delivery due again", function* () {
    const { planned, webhookId } = yield* given(1)
    const [delivery] = planned
    if (delivery === undefined) return assert.fail("nothing was planned")
    yield* claim(webhookId, instant(1), instant(10))
    const failed = { ...delivery, attempts: 1, dueAt: instant(5), lastStatus: 500, lastFailure: "status" } as const
    assert.isTrue(yield* deliveries.finish(failed, instant(10)))
    assert.deepStrictEqual(yield* claim(webhookId, instant(4), instant(10)), [])
    assert.deepStrictEqual(yield* claim(webhookId, instant(5), instant(10)), [failed])
    const end = delivered(failed, 6)
    assert.isTrue(yield* deliveries.finish(end, instant(10)))
    assert.deepStrictEqual(yield* claim(webhookId, instant(99), instant(100)), [])
    assert.deepStrictEqual(valueOf(yield* deliveries.find(webhookId, 1)), end)
  })

  it("a result under a lease that was lost changes nothing", function* () {
    const { planned, webhookId } = yield* given(1)
    const [delivery] = planned
    if (delivery === undefined) return assert.fail("nothing was planned")
    assert.isFalse(yield* deliveries.finish(delivered(delivery, 1), instant(10)))
    yield* claim(webhookId, instant(1), instant(10))
    yield* claim(webhookId, instant(10), instant(20))
    assert.isFalse(yield* deliveries.finish(delivered(delivery, 11), instant(10)))
    assert.deepStrictEqual(valueOf(yield* deliveries.find(webhookId, 1)), delivery)
    assert.isTrue(yield* deliveries.finish(delivered(delivery, 12), instant(20)))
  })

  it("a delivery that is planned again begins again and keeps its last result and its lease", function* () {
    const { planned, webhookId } = yield* given(1)
    const [delivery] = planned
    if (delivery === undefined) return assert.fail("nothing was planned")
    yield* claim(webhookId, instant(1), instant(10))
    const end = delivered(delivery, 2)
    yield* deliveries.finish(end, instant(10))
    const again = { ...delivery, dueAt: instant(3), createdAt: instant(3) }
    yield* deliveries.plan([again])
    const expected = { ...again, lastStatus: 204 }
    assert.deepStrictEqual(yield* claim(webhookId, instant(3), instant(10)), [expected])
    yield* deliveries.plan([again])
    assert.deepStrictEqual(yield* claim(webhookId, instant(4), instant(20)), [])
    assert.isTrue(yield* deliveries.finish(delivered(expected, 5), instant(10)))
  })

  it("lists deliveries, highest positions first, all or of one status", function* () {
    const { planned, webhookId } = yield* given(3)
    const [first] = planned
    if (first === undefined) return assert.fail("nothing was planned")
    yield* given(1)
    yield* claim(webhookId, instant(1), instant(10))
    const end = delivered(first, 2)
    yield* deliveries.finish(end, instant(10))
    const listOf = (status: Webhook.DeliveryStatus | null) => (slice: Values.Slice) =>
      deliveries.list(webhookId, status, slice)
    yield* lists(listOf("pending"), pick(planned, [2, 1]))
    yield* lists(listOf("delivered"), [end])
    yield* lists(listOf(null), [...pick(planned, [2, 1]), end])
    assert.deepStrictEqual(yield* deliveries.list(webhookId, "failed", wholeList), { items: [], total: 0 })
  })

  it("removes deliveries that ended before an instant, oldest first, up to the limit", function* () {
    const { webhookId } = yield* given(1)
    const ended = [1, 2, 3].map((minute) =>
      aDelivery({ webhookId, position: 10 + minute, status: "delivered", endedAt: instant(-minute) })
    )
    yield* deliveries.plan(ended)
    const remaining = Effect.map(deliveries.list(webhookId, null, wholeList), ({ items }) =>
      items.map(({ position }) => position)
    )
    const oldest = instant(-1)
    assert.strictEqual(yield* deliveries.removeEndedBefore(oldest, 1), 1)
    assert.deepStrictEqual(yield* remaining, [12, 11, 1])
    assert.strictEqual(yield* deliveries.removeEndedBefore(oldest, 10), 1)
    assert.strictEqual(yield* deliveries.removeEndedBefore(oldest, 10), 0)
    assert.deepStrictEqual(yield* remaining, [11, 1])
  })
}

/** Runs the suite on an adapter. */
export const webhookDeliveryRepositoryContract = contract("WebhookDeliveryRepository", webhookDeliveryRepositorySuite)
