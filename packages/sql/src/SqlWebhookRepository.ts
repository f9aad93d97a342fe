import { Webhook } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect, Layer, Option } from "effect"
import { positionOf } from "./changeLists.js"
import { count, nullable, number, timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { WEBHOOK, WEBHOOK_DELIVERY } from "./entities.js"
import { findBy } from "./findBy.js"
import { isNotHeld } from "./holdDatabase.js"
import { insertOne } from "./insert.js"
import { byColumn, changing, columns, command, forUpdate, query, queryOne, returning } from "./statement.js"

const { boardId, creatorId, id, workspaceId } = WEBHOOK
const MOST = String(Webhook.MAX_AT_ONCE)

/** Selects the position of the first change of the board of a webhook `w` that it has not planned. */
const nextOnBoard = (sql: Statement.Constructor): Statement.Fragment => {
  const position = positionOf(sql)
  return sql`select c.${position} from boardwright_change c where c.board_id = w.board_id
    and c.${position} > w.position order by c.${position} limit 1`
}

const make = Effect.map(Database, (db) => {
  const insert = insertOne(db, "WebhookRepository.insert", "boardwright_webhook", WEBHOOK)
  const find = findBy(db, "WebhookRepository.find", "boardwright_webhook", WEBHOOK, { id })
  const lock = findBy(db, "WebhookRepository.lock", "boardwright_webhook", WEBHOOK, { id }, forUpdate)
  const listOfBoard = query(db, "WebhookRepository.list", {
    given: { boardId },
    result: WEBHOOK,
    text: (sql, p) => sql`select ${columns(sql, WEBHOOK)} from boardwright_webhook
      where board_id = ${p.boardId} order by created_at, id`
  })
  const listOfWorkspace = query(db, "WebhookRepository.list", {
    given: { workspaceId },
    result: WEBHOOK,
    text: (sql, p) => sql`select ${columns(sql, WEBHOOK)} from boardwright_webhook
      where workspace_id = ${p.workspaceId} and board_id is null order by created_at, id`
  })
  const listIds = query(db, "WebhookRepository.listIds", {
    given: { after: id, limit: number },
    result: { id },
    text: (sql, p) => sql`select id as "id" from boardwright_webhook where id > ${p.after} order by id limit ${p.limit}`
  })
  const replace = command(db, "WebhookRepository.replace", {
    given: WEBHOOK,
    text: (sql, p) => sql`update boardwright_webhook
      set ${sql.update(byColumn(WEBHOOK, ["id", "workspaceId", "boardId", "createdAt"]))} where id = ${p.id}`
  })
  const remove = changing(db, "WebhookRepository.remove", {
    given: { id },
    text: (sql, p) => sql`delete from boardwright_webhook where id = ${p.id} returning id`,
    heavy: true
  })
  const removeOf = returning(db, "WebhookRepository.removeOf", {
    given: { creatorId },
    result: WEBHOOK,
    text: (sql, p) => sql`delete from boardwright_webhook where creator_id = ${p.creatorId}
      returning ${columns(sql, WEBHOOK)}`,
    heavy: true
  })
  const working = queryOne(db, "WebhookRepository.hasWork", {
    given: {},
    result: { id },
    text: (sql) => sql`select id as "id" from boardwright_webhook
      where status <> 'disabled' and ${isNotHeld(sql)} limit 1`
  })
  const listDue = query(db, "WebhookRepository.listDue", {
    given: { at: timestamp, position: WEBHOOK_DELIVERY.position, after: id, limit: number },
    result: { id, creatorId },
    text: (sql, p) => {
      const pending = sql`from boardwright_webhook_delivery d where d.webhook_id = w.id and d.status = 'pending'`
      return sql`select w.id as "id", w.creator_id as "creatorId" from boardwright_webhook w
        where w.id > ${p.after} and w.status <> 'disabled' and (w.check_at is null or w.check_at <= ${p.at})
          and (select count(*) ${pending} and d.leased_until > ${p.at}) < ${sql.literal(MOST)}
          and (w.replay is not null or (w.position < ${p.position} and (w.board_id is null
              or (${nextOnBoard(sql)}) <= ${p.position}))
            or exists (select 1 ${pending} and d.due_at <= ${p.at}
              and (d.leased_until is null or d.leased_until <= ${p.at})))
        order by w.id limit ${p.limit}`
    }
  })
  const firstNeeded = queryOne(db, "WebhookRepository.firstNeeded", {
    given: {},
    result: { position: nullable(count) },
    text: (sql) => {
      const eachOf = (position: Statement.Fragment) =>
        sql`select ${position} as needed from boardwright_webhook w where w.status <> 'disabled'`
      return sql`select min(needed) as "position" from (
        ${eachOf(sql`case when w.board_id is null then w.position + 1 else (${nextOnBoard(sql)}) end`)}
        union all ${eachOf(sql`cast(w.replay ->> 'from' as bigint) + 1`)}
        union all ${eachOf(sql`(select min(d.position) from boardwright_webhook_delivery d
          where d.webhook_id = w.id and d.status = 'pending')`)}) as positions`
    }
  })

  return Webhook.WebhookRepository.of({
    insert: (webhook) => insert(webhook),
    find: (id) => find({ id }),
    lock: (id) => lock({ id }),
    list: ({ boardId, workspaceId }) =>
      boardId === null ? listOfWorkspace({ workspaceId }) : listOfBoard({ boardId }),
    listIds: (after, limit) =>
      Effect.map(listIds({ after: Webhook.WebhookId.make(after), limit }), (rows) => rows.map(({ id }) => id)),
    replace: (webhook) => replace(webhook),
    removeOf: (creatorId) => removeOf({ creatorId }),
    remove: (id) => remove({ id }),
    hasWork: Effect.suspend(() => Effect.map(working({}), Option.isSome)),
    listDue: (at, position, after, limit) => listDue({ at, position, after: Webhook.WebhookId.make(after), limit }),
    firstNeeded: Effect.suspend(() =>
      Effect.map(firstNeeded({}), (row) => Option.getOrNull(Option.map(row, ({ position }) => position)))
    )
  })
})

/** Webhooks in the database's `boardwright_webhook`. */
export const layer: Layer.Layer<Webhook.WebhookRepository, never, Database> = Layer.effect(
  Webhook.WebhookRepository,
  make
)
