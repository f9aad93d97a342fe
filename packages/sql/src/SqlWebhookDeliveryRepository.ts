import { Webhook } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { number, timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { WEBHOOK_DELIVERY } from "./entities.js"
import { findBy } from "./findBy.js"
import { listInPages } from "./pages.js"
import { byColumn, changing, columns, command, returning } from "./statement.js"

const { position, status, webhookId } = WEBHOOK_DELIVERY
const MOST = String(Webhook.MAX_AT_ONCE)
const KEY = ["webhookId", "position"]
/** The fields of a stored delivery that keep their values when it begins again. */
const KEPT = [...KEY, "lastStatus", "lastFailure"]

const byPosition = (a: Webhook.WebhookDelivery, b: Webhook.WebhookDelivery): number => a.position - b.position

const make = Effect.map(Database, (db) => {
  const planOne = command(db, "WebhookDeliveryRepository.plan", {
    given: WEBHOOK_DELIVERY,
    text: (sql) => {
      const again = Object.keys(byColumn(WEBHOOK_DELIVERY, KEPT)).map((column) => `${column} = excluded.${column}`)
      return sql`insert into boardwright_webhook_delivery ${sql.insert(byColumn(WEBHOOK_DELIVERY))}
        on conflict (webhook_id, position) do update set ${sql.literal(again.join(", "))}`
    }
  })
  const claim = returning(db, "WebhookDeliveryRepository.claim", {
    given: { webhookId, at: timestamp, leaseUntil: timestamp },
    result: WEBHOOK_DELIVERY,
    text: (sql, p) => {
      const most = sql.literal(MOST)
      const room = sql`select case when count(*) < ${most} then ${most} - count(*) else 0 end
        from boardwright_webhook_delivery
        where webhook_id = ${p.webhookId} and status = 'pending' and leased_until > ${p.at}`
      return sql`update boardwright_webhook_delivery set leased_until = ${p.leaseUntil}
        where webhook_id = ${p.webhookId} and position in (select position from boardwright_webhook_delivery
          where webhook_id = ${p.webhookId} and status = 'pending' and due_at <= ${p.at}
            and (leased_until is null or leased_until <= ${p.at})
          order by position limit (${room}))
        returning ${columns(sql, WEBHOOK_DELIVERY)}`
    }
  })
  const finish = changing(db, "WebhookDeliveryRepository.finish", {
    given: { ...WEBHOOK_DELIVERY, leaseUntil: timestamp },
    text: (sql, p) => sql`update boardwright_webhook_delivery
      set leased_until = null, ${sql.update(byColumn(WEBHOOK_DELIVERY, [...KEY, "changeId", "type", "createdAt"]))}
      where webhook_id = ${p.webhookId} and position = ${p.position} and leased_until = ${p.leaseUntil}
      returning position`
  })
  const find = findBy(db, "WebhookDeliveryRepository.find", "boardwright_webhook_delivery", WEBHOOK_DELIVERY, {
    webhookId,
    position
  })
  const list = listInPages(db, "WebhookDeliveryRepository.list", {
    given: { webhookId },
    result: WEBHOOK_DELIVERY,
    from: (sql, p) => sql`boardwright_webhook_delivery where webhook_id = ${p.webhookId}`,
    orderBy: "position desc"
  })
  const listOfStatus = listInPages(db, "WebhookDeliveryRepository.list", {
    given: { webhookId, status },
    result: WEBHOOK_DELIVERY,
    from: (sql, p) => sql`boardwright_webhook_delivery where webhook_id = ${p.webhookId} and status = ${p.status}`,
    orderBy: "position desc"
  })
  const removeEndedBefore = returning(db, "WebhookDeliveryRepository.removeEndedBefore", {
    given: { at: timestamp, limit: number },
    result: { position },
    text: (sql, p) => {
      const ended = sql`from boardwright_webhook_delivery
        where ended_at is not null and ended_at < ${p.at} order by ended_at limit ${p.limit}`
      const among = sql.onDialectOrElse({
        pg: () => sql`ctid = any(array(select ctid ${ended}))`,
        orElse: () => sql`(webhook_id, position) in (select webhook_id, position ${ended})`
      })
      return sql`delete from boardwright_webhook_delivery where ${among} returning position as "position"`
    }
  })

  return Webhook.WebhookDeliveryRepository.of({
    plan: (deliveries) => Effect.forEach(deliveries, (delivery) => planOne(delivery), { discard: true }),
    claim: (webhookId, at, leaseUntil) =>
      Effect.map(claim({ webhookId, at, leaseUntil }), (claimed) => claimed.toSorted(byPosition)),
    finish: (delivery, leaseUntil) => finish({ ...delivery, leaseUntil }),
    find: (webhookId, position) => find({ webhookId, position }),
    list: (webhookId, status, slice) =>
      status === null ? list({ webhookId }, slice) : listOfStatus({ webhookId, status }, slice),
    removeEndedBefore: (at, limit) => Effect.map(removeEndedBefore({ at, limit }), (removed) => removed.length)
  })
})

/** Deliveries in the database's `boardwright_webhook_delivery`. */
export const layer: Layer.Layer<Webhook.WebhookDeliveryRepository, never, Database> = Layer.effect(
  Webhook.WebhookDeliveryRepository,
  make
)
