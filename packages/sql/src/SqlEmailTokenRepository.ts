import { Account } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { EMAIL_TOKEN } from "./entities.js"
import { findBy } from "./findBy.js"
import { insertOne } from "./insert.js"
import { changing, command } from "./statement.js"

const { hash, purpose, usedAt, userId } = EMAIL_TOKEN

const make = Effect.map(Database, (db) => {
  const insert = insertOne(db, "EmailTokenRepository.insert", "boardwright_email_token", EMAIL_TOKEN)
  const find = findBy(db, "EmailTokenRepository.find", "boardwright_email_token", EMAIL_TOKEN, { purpose, hash })
  const consume = changing(db, "EmailTokenRepository.consume", {
    given: { hash, usedAt },
    text: (sql, p) => sql`update boardwright_email_token set used_at = ${p.usedAt}
      where hash = ${p.hash} and used_at is null returning hash`
  })
  const consumeAll = command(db, "EmailTokenRepository.consumeAll", {
    given: { userId, purpose, usedAt },
    text: (sql, p) => sql`update boardwright_email_token set used_at = ${p.usedAt}
      where user_id = ${p.userId} and purpose = ${p.purpose} and used_at is null`
  })
  const removeExpired = command(db, "EmailTokenRepository.removeExpired", {
    given: { before: timestamp },
    text: (sql, p) => sql`delete from boardwright_email_token where expires_at < ${p.before}`
  })

  return Account.EmailTokenRepository.of({
    insert: (token) => insert(token),
    find: (purpose, hash) => find({ purpose, hash }),
    consume: (hash, usedAt) => consume({ hash, usedAt }),
    consumeAll: (userId, purpose, usedAt) => consumeAll({ userId, purpose, usedAt }),
    removeExpired: (before) => removeExpired({ before })
  })
})

/** Mailed tokens in the database's `boardwright_email_token`. */
export const layer: Layer.Layer<Account.EmailTokenRepository, never, Database> = Layer.effect(
  Account.EmailTokenRepository,
  make
)
