import { type Change, Mail, type Ports, System, Values, Webhook } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { aChange, aDelivery, aMailJob, givenWebhook } from "../fixtures.js"
import { placeAll, record, aPlace } from "./changeFeed.js"
import type { GivenBoardNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"

const read = Effect.flatMap(System.Backlogs, ({ read }) => read)

/** Earlier than anything that another test stores. */
const long = (days: number) => new Date(Date.UTC(1990, 0, days)).toISOString() as Values.Timestamp.Timestamp

/** The contract of `Backlogs`. Other tests may have left something in the queues. */
export const backlogsSuite: Suite<
  | GivenBoardNeeds
  | System.Backlogs
  | Change.ChangeRepository
  | Mail.MailQueue
  | Ports.Transactor
  | Webhook.WebhookDeliveryRepository
  | Webhook.WebhookRepository
> = (it) => {
  it("counts the queued mails but those for a later time, with the time of the earliest", function* () {
    const queue = yield* Mail.MailQueue
    const before = yield* read
    const jobs = [2, 1, 3].map((day) => aMailJob({ createdAt: long(day), dueAt: long(day) }))
    const later = Values.Timestamp.fromMillis((yield* Clock.currentTimeMillis) + 60_000)
    jobs.push(aMailJob({ createdAt: later, dueAt: later }))
    yield* Effect.forEach(jobs, queue.enqueue)
    assert.deepStrictEqual((yield* read).mails, { count: before.mails.count + 3, earliest: long(1) })
    yield* queue.claim(long(1), long(2), 1)
    assert.deepStrictEqual((yield* read).mails, { count: before.mails.count + 3, earliest: long(1) })
    yield* Effect.forEach(jobs, ({ id }) => queue.remove(id))
    assert.deepStrictEqual((yield* read).mails, before.mails)
  })

  it("counts the pending deliveries to active webhooks, with the time when the earliest is due", function* () {
    const deliveries = yield* Webhook.WebhookDeliveryRepository
    const webhooks = yield* Webhook.WebhookRepository
    const before = yield* read
    for (const status of ["active", "paused", "disabled"] as const) {
      const { id } = yield* givenWebhook({ status })
      const delivery = aDelivery({ webhookId: id, position: 1 })
      yield* deliveries.plan([
        { ...delivery, dueAt: long(4) },
        { ...delivery, position: 2, dueAt: long(3) },
        { ...delivery, position: 3, dueAt: long(1), status: "delivered", endedAt: long(2) },
        { ...delivery, position: 4, dueAt: long(1), status: "failed", endedAt: long(2) }
      ])
      assert.deepStrictEqual(
        (yield* read).deliveries,
        status === "active" ? { count: before.deliveries.count + 2, earliest: long(3) } : before.deliveries
      )
      yield* webhooks.remove(id)
    }
  })

  it("has the position of the last placed change, and counts what is not placed", function* () {
    const { position } = yield* placeAll
    assert.deepStrictEqual([(yield* read).position, (yield* read).changes], [position, { count: 0, earliest: null }])
    yield* record(aChange({ ...aPlace(), at: long(1) }))
    const made = yield* read
    assert.deepStrictEqual(
      [made.changes.count + made.position, made.changes.earliest],
      [position + 1, made.changes.count === 0 ? null : long(1)]
    )
    yield* placeAll
    const placed = yield* read
    assert.deepStrictEqual([placed.position, placed.changes.count], [position + 1, 0])
  })
}
