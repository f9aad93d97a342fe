import { Account } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { number, timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { SESSION } from "./entities.js"
import { removeBy } from "./findBy.js"
import { insertOne } from "./insert.js"
import { lockAccount } from "./lockAccount.js"
import { listInPages } from "./pages.js"
import { columns, command, queryOne } from "./statement.js"

const { id, seenAt, tokenVersion, userId } = SESSION

const make = Effect.map(Database, (db) => {
  // Two concurrent sign-ins to one account would each remove the session that the other has put, and deadlock.
  const lock = lockAccount(db, "SessionRepository.insert")
  const insert = insertOne(db, "SessionRepository.insert", "boardwright_session", SESSION)
  const removeOldest = command(db, "SessionRepository.insert", {
    given: { userId, most: number },
    text: (sql, p) => sql`delete from boardwright_session where user_id = ${p.userId} and id in (
      select id from boardwright_session where user_id = ${p.userId}
      order by seen_at desc, id limit 1000 offset ${p.most})`
  })
  const find = queryOne(db, "SessionRepository.find", {
    batched: true,
    given: { userId, id },
    result: { tokenVersion, seenAt },
    text: (sql, p) => sql`select a.token_version as "tokenVersion", s.seen_at as "seenAt"
      from boardwright_session s join boardwright_account a on a.id = s.user_id
      where s.id = ${p.id} and s.user_id = ${p.userId} and a.disabled_at is null`
  })
  const list = listInPages(db, "SessionRepository.list", {
    given: { userId, at: timestamp },
    result: SESSION,
    select: (sql) => columns(sql, SESSION, "s"),
    from: (sql, p) => sql`boardwright_session s
      join boardwright_account a on a.id = s.user_id and a.token_version = s.token_version
      where s.user_id = ${p.userId} and s.expires_at > ${p.at}`,
    orderBy: "s.seen_at desc, s.id"
  })
  const see = command(db, "SessionRepository.see", {
    given: { id, seenAt },
    text: (sql, p) => sql`update boardwright_session set seen_at = ${p.seenAt}
      where id = ${p.id} and seen_at < ${p.seenAt}`
  })
  const remove = removeBy(db, "SessionRepository.remove", "boardwright_session", { userId, id })
  const removeExpired = command(db, "SessionRepository.removeExpired", {
    given: { before: timestamp },
    text: (sql, p) => sql`delete from boardwright_session where expires_at < ${p.before}`
  })

  return Account.SessionRepository.of({
    insert: (session, most) => {
      const { userId } = session
      return db.atomic(
        lock({ userId }).pipe(Effect.zipRight(insert(session)), Effect.zipRight(removeOldest({ userId, most })))
      )
    },
    find: (userId, id) => find({ userId, id }),
    list: (userId, at, slice) => list({ userId, at }, slice),
    see: (id, seenAt) => see({ id, seenAt }),
    remove: (userId, id) => remove({ userId, id }),
    removeExpired: (before) => removeExpired({ before })
  })
})

/** Sessions in the database's `boardwright_session`. */
export const layer: Layer.Layer<Account.SessionRepository, never, Database> = Layer.effect(
  Account.SessionRepository,
  make
)
