import { Account } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { text, timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { EMAIL_CHANGE } from "./entities.js"
import { findBy } from "./findBy.js"
import { insertOne } from "./insert.js"
import { changing, command, queryOne } from "./statement.js"

const { confirmedAt, endedAt, expiresAt, id, tokenVersion, userId } = EMAIL_CHANGE
const address = text()
const tokenHash = text()

const make = Effect.map(Database, (db) => {
  const removeExpired = command(db, "EmailChangeRepository.insert", {
    given: { at: timestamp },
    text: (sql, p) => sql`delete from boardwright_email_change where expires_at < ${p.at}`
  })
  const removeUnconfirmed = command(db, "EmailChangeRepository.insert", {
    given: { userId },
    text: (sql, p) => sql`delete from boardwright_email_change where user_id = ${p.userId} and confirmed_at is null`
  })
  const stored = { ...EMAIL_CHANGE, address }
  const insert = insertOne(db, "EmailChangeRepository.insert", "boardwright_email_change", stored)
  const find = findBy(db, "EmailChangeRepository.find", "boardwright_email_change", EMAIL_CHANGE, { id })
  const findByToken = findBy(db, "EmailChangeRepository.findByToken", "boardwright_email_change", EMAIL_CHANGE, {
    tokenHash
  })
  const setToken = command(db, "EmailChangeRepository.setToken", {
    given: { id, purpose: text<Account.EmailChangePurpose>(), tokenHash, expiresAt },
    text: (sql, p) => sql`update boardwright_email_change set token_hash = ${p.tokenHash}, expires_at = ${p.expiresAt}
      where id = ${p.id} and ended_at is null
        and case when confirmed_at is null then 'emailChange' else 'emailChanged' end = ${p.purpose}`
  })
  const confirm = changing(db, "EmailChangeRepository.confirm", {
    given: { id, confirmedAt, expiresAt },
    text: (sql, p) => sql`update boardwright_email_change
      set confirmed_at = ${p.confirmedAt}, expires_at = ${p.expiresAt}, token_hash = null
      where id = ${p.id} and confirmed_at is null and ended_at is null returning id`
  })
  const end = command(db, "EmailChangeRepository.end", {
    given: { userId, tokenVersion, endedAt },
    text: (sql, p) => sql`update boardwright_email_change set ended_at = ${p.endedAt}
      where user_id = ${p.userId} and token_version >= ${p.tokenVersion} and ended_at is null`
  })
  const reserved = queryOne(db, "EmailChangeRepository.isReserved", {
    given: { address, userId, at: timestamp },
    result: { id },
    text: (sql, p) => sql`select id as "id" from boardwright_email_change
      where address = ${p.address} and confirmed_at is not null and ended_at is null
        and user_id <> ${p.userId} and expires_at > ${p.at} limit 1`
  })

  return Account.EmailChangeRepository.of({
    insert: (change) => {
      const { createdAt: at, previousEmail, userId } = change
      return db.atomic(
        removeExpired({ at }).pipe(
          Effect.zipRight(removeUnconfirmed({ userId })),
          Effect.zipRight(insert({ ...change, address: Account.normalizeEmail(previousEmail) }))
        )
      )
    },
    find: (id) => find({ id }),
    findByToken: (tokenHash) => findByToken({ tokenHash }),
    setToken: (id, purpose, tokenHash, expiresAt) => setToken({ id, purpose, tokenHash, expiresAt }),
    confirm: (id, confirmedAt, expiresAt) => confirm({ id, confirmedAt, expiresAt }),
    end: (userId, tokenVersion, endedAt) => end({ userId, tokenVersion, endedAt }),
    isReserved: (address, userId, at) => Effect.map(reserved({ address, userId, at }), Option.isSome)
  })
})

/** Changes of addresses in the database's `boardwright_email_change`. */
export const layer: Layer.Layer<Account.EmailChangeRepository, never, Database> = Layer.effect(
  Account.EmailChangeRepository,
  make
)
