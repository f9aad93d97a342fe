import { Mail } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { number, timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { MAIL_JOB } from "./entities.js"
import { isNotHeld } from "./holdDatabase.js"
import { insertOne } from "./insert.js"
import { byColumn, columns, command, queryOne, returning } from "./statement.js"

const { createdAt, dueAt, id } = MAIL_JOB

const byDueTime = (a: Mail.MailJob, b: Mail.MailJob): number =>
  a.dueAt === b.dueAt ? (a.id < b.id ? -1 : 1) : a.dueAt < b.dueAt ? -1 : 1

const make = Effect.map(Database, (db) => {
  const enqueue = insertOne(db, "MailQueue.enqueue", "boardwright_mail_job", MAIL_JOB)
  // An update of nothing, which locks the row.
  const merge = command(db, "MailQueue.merge", {
    given: MAIL_JOB,
    text: (sql) => sql`insert into boardwright_mail_job ${sql.insert(byColumn(MAIL_JOB))}
      on conflict (id) do update set due_at = boardwright_mail_job.due_at`
  })
  const claim = returning(db, "MailQueue.claim", {
    given: { at: timestamp, leaseUntil: timestamp, limit: number },
    result: MAIL_JOB,
    text: (sql, p) => {
      const free = sql`select id from boardwright_mail_job
        where due_at <= ${p.at} and (leased_until is null or leased_until <= ${p.at}) and ${isNotHeld(sql)}
        order by due_at, id limit ${p.limit}`
      // An array makes the plan look up each id: PostgreSQL cannot know that the subselect returns only a few.
      const ids = sql.onDialectOrElse({
        pg: () => sql`= any(array(${free} for update skip locked))`,
        orElse: () => sql`in (${free})`
      })
      return sql`update boardwright_mail_job set leased_until = ${p.leaseUntil} where id ${ids}
        returning ${columns(sql, MAIL_JOB)}`
    }
  })
  const remove = command(db, "MailQueue.remove", {
    given: { id },
    text: (sql, p) => sql`delete from boardwright_mail_job where id = ${p.id}`
  })
  const postpone = command(db, "MailQueue.postpone", {
    given: { id, leaseUntil: timestamp, dueAt },
    text: (sql, p) => sql`update boardwright_mail_job
      set leased_until = null, attempts = attempts + 1, due_at = ${p.dueAt}
      where id = ${p.id} and leased_until = ${p.leaseUntil}`
  })
  const putOff = command(db, "MailQueue.putOff", {
    given: { id, leaseUntil: timestamp, until: timestamp },
    text: (sql, p) => sql`update boardwright_mail_job
      set leased_until = null, created_at = ${p.until}, due_at = ${p.until}
      where id = ${p.id} and leased_until = ${p.leaseUntil}`
  })
  const older = queryOne(db, "MailQueue.hasOlder", {
    given: { createdAt, dueAt },
    result: { id },
    text: (sql, p) => sql`select id as "id" from boardwright_mail_job
      where due_at < ${p.dueAt} and created_at < ${p.createdAt} order by due_at, id limit 1`
  })

  return Mail.MailQueue.of({
    enqueue: (job) => enqueue(job),
    merge: (job) => merge(job),
    // An update returns its rows in no particular order.
    claim: (at, leaseUntil, limit) => Effect.map(claim({ at, leaseUntil, limit }), (jobs) => jobs.toSorted(byDueTime)),
    remove: (id) => remove({ id }),
    postpone: (id, leaseUntil, dueAt) => postpone({ id, leaseUntil, dueAt }),
    putOff: (id, leaseUntil, until) => putOff({ id, leaseUntil, until }),
    hasOlder: (instant, dueBefore) => Effect.map(older({ createdAt: instant, dueAt: dueBefore }), Option.isSome)
  })
})

/** Mail jobs in the database's `boardwright_mail_job`. */
export const layer: Layer.Layer<Mail.MailQueue, never, Database> = Layer.effect(Mail.MailQueue, make)
