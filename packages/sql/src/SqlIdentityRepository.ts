import { Account } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { Database } from "./Database.js"
import { IDENTITY } from "./entities.js"
import { byColumn, changing, command, query, queryOne } from "./statement.js"

const { createdAt, issuer, subject, userId } = IDENTITY

const make = Effect.map(Database, (db) => {
  const find = queryOne(db, "IdentityRepository.find", {
    given: { issuer, subject },
    result: { userId },
    text: (sql, p) => sql`select user_id as "userId" from boardwright_identity
      where issuer = ${p.issuer} and subject = ${p.subject}`
  })
  const ofUser = query(db, "IdentityRepository.ofUser", {
    given: { userId },
    result: { issuer, subject, createdAt },
    text: (sql, p) => sql`select issuer as "issuer", subject as "subject", created_at as "createdAt"
      from boardwright_identity where user_id = ${p.userId} order by issuer`
  })
  const insert = changing(db, "IdentityRepository.insert", {
    given: IDENTITY,
    text: (sql) => sql`insert into boardwright_identity ${sql.insert(byColumn(IDENTITY))}
      on conflict do nothing returning subject`
  })
  const removeSince = command(db, "IdentityRepository.removeSince", {
    given: { userId, createdAt },
    text: (sql, p) => sql`delete from boardwright_identity
      where user_id = ${p.userId} and created_at >= ${p.createdAt}`
  })

  return Account.IdentityRepository.of({
    find: (issuer, subject) =>
      Effect.map(
        find({ issuer, subject }),
        Option.map((row) => row.userId)
      ),
    ofUser: (userId) => ofUser({ userId }),
    insert: (identity) => insert(identity),
    removeSince: (userId, from) => removeSince({ userId, createdAt: from })
  })
})

/** Identities in the database's `boardwright_identity`. */
export const layer: Layer.Layer<Account.IdentityRepository, never, Database> = Layer.effect(
  Account.IdentityRepository,
  make
)
