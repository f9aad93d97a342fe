import { Account } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { number } from "./codecs.js"
import { Database } from "./Database.js"
import { KNOWN_CLIENT } from "./entities.js"
import { lockAccount } from "./lockAccount.js"
import { byColumn, command, queryOne } from "./statement.js"

const { hash, seenAt, userId } = KNOWN_CLIENT

const make = Effect.map(Database, (db) => {
  const find = queryOne(db, "KnownClientRepository.has", {
    given: { userId, hash },
    result: { hash },
    text: (sql, p) => sql`select hash as "hash" from boardwright_known_client
      where user_id = ${p.userId} and hash = ${p.hash}`
  })
  // Two concurrent sign-ins to one account would each remove the client that the other has put, and deadlock.
  const lock = lockAccount(db, "KnownClientRepository.remember")
  const put = command(db, "KnownClientRepository.remember", {
    given: KNOWN_CLIENT,
    text: (sql) => sql`insert into boardwright_known_client ${sql.insert(byColumn(KNOWN_CLIENT))}
      on conflict (user_id, hash) do update set seen_at = excluded.seen_at`
  })
  const removeOldest = command(db, "KnownClientRepository.remember", {
    given: { userId, most: number },
    text: (sql, p) => sql`delete from boardwright_known_client where user_id = ${p.userId} and hash in (
      select hash from boardwright_known_client where user_id = ${p.userId}
      order by seen_at desc, hash limit 1000 offset ${p.most})`
  })
  const removeUnseen = command(db, "KnownClientRepository.removeUnseen", {
    given: { seenAt },
    text: (sql, p) => sql`delete from boardwright_known_client where seen_at < ${p.seenAt}`
  })

  return Account.KnownClientRepository.of({
    has: (userId, hash) => Effect.map(find({ userId, hash }), Option.isSome),
    remember: (userId, hash, seenAt, most) =>
      db.atomic(
        Effect.gen(function* () {
          if (Option.isNone(yield* lock({ userId }))) return
          yield* put({ userId, hash, seenAt })
          yield* removeOldest({ userId, most })
        })
      ),
    removeUnseen: (before) => removeUnseen({ seenAt: before })
  })
})

/** Known clients in the database's `boardwright_known_client`. */
export const layer: Layer.Layer<Account.KnownClientRepository, never, Database> = Layer.effect(
  Account.KnownClientRepository,
  make
)
