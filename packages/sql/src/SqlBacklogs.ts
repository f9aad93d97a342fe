import { System, Values } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Duration, Effect, Layer, Option } from "effect"
import { count, nullable, timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { queryOne } from "./statement.js"

const MOST = String(System.MAX_COUNTED)

/** Longer than a mail is put off, so that an index leaves out those for a later time. */
const LONGEST_DELAY = Duration.toMillis("2 days")

const FOUND = {
  mails: count,
  mailsFrom: nullable(timestamp),
  deliveries: count,
  deliveriesFrom: nullable(timestamp),
  changes: count,
  changesFrom: nullable(timestamp),
  position: count
}

const make = Effect.map(Database, (db) => {
  const find = queryOne(db, "Backlogs.read", {
    given: { at: timestamp, dueUntil: timestamp },
    result: FOUND,
    text: (sql, p) => {
      const counted = (times: Statement.Fragment) =>
        sql`(select count(*) as size, min(time) as earliest from (${times} limit ${sql.literal(MOST)}) as entry)`
      const mails = sql`select created_at as time from boardwright_mail_job 
        where due_at <= ${p.dueUntil} and created_at <= ${p.at} order by due_at, id`
      const deliveries = sql`select d.due_at as time from boardwright_webhook w
        join boardwright_webhook_delivery d on d.webhook_id = w.id
        where w.status = 'active' and d.status = 'pending'`
      const feed = sql.onDialectOrElse({
        pg: () =>
          sql`boardwright_feed as f, ${counted(sql`select at as time from boardwright_change
          where position is null order by id`)} as c where f.id = 'feed'`,
        orElse: () => sql`(select coalesce(max(seq), 0) as position from sqlite_sequence
          where name = 'boardwright_change') as f, (select 0 as size, null as earliest) as c`
      })
      return sql`select m.size as "mails", m.earliest as "mailsFrom", d.size as "deliveries",
        d.earliest as "deliveriesFrom", c.size as "changes", c.earliest as "changesFrom", f.position as "position"
        from ${counted(mails)} as m, ${counted(deliveries)} as d, ${feed}`
    }
  })

  return System.Backlogs.of({
    read: Effect.gen(function* () {
      const at = yield* Values.Timestamp.now
      const dueUntil = Values.Timestamp.fromMillis(Values.Timestamp.toMillis(at) + LONGEST_DELAY)
      const found = Option.getOrThrow(yield* find({ at, dueUntil }))
      return {
        mails: { count: found.mails, earliest: found.mailsFrom },
        deliveries: { count: found.deliveries, earliest: found.deliveriesFrom },
        changes: { count: found.changes, earliest: found.changesFrom },
        position: found.position
      }
    })
  })
})

/** Counts the queues in the database's tables. */
export const layer: Layer.Layer<System.Backlogs, never, Database> = Layer.effect(System.Backlogs, make)
