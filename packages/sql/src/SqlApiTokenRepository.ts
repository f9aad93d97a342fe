import { Account } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { ACCOUNT, API_TOKEN, TOTAL } from "./entities.js"
import { findBy, removeBy } from "./findBy.js"
import { insertOne } from "./insert.js"
import { lockAccount } from "./lockAccount.js"
import { listInPages } from "./pages.js"
import { columns, command, query, queryOne } from "./statement.js"

const { hash, id, userId } = API_TOKEN
const { email } = ACCOUNT

const make = Effect.map(Database, (db) => {
  // Concurrent inserts for one account are counted one at a time.
  const lock = lockAccount(db, "ApiTokenRepository.insert")
  const count = query(db, "ApiTokenRepository.insert", {
    given: { userId },
    result: TOTAL,
    text: (sql, p) => sql`select count(*) as "total" from boardwright_api_token where user_id = ${p.userId}`
  })
  const insert = insertOne(db, "ApiTokenRepository.insert", "boardwright_api_token", API_TOKEN)
  const findByHash = queryOne(db, "ApiTokenRepository.findByHash", {
    batched: true,
    given: { hash },
    result: API_TOKEN,
    text: (sql, p) => sql`select ${columns(sql, API_TOKEN, "t")} from boardwright_api_token t
      join boardwright_account a on a.id = t.user_id where t.hash = ${p.hash} and a.disabled_at is null`
  })
  const find = findBy(db, "ApiTokenRepository.find", "boardwright_api_token", API_TOKEN, { id })
  const findValid = queryOne(db, "ApiTokenRepository.isValid", {
    given: { id, at: timestamp },
    result: { id },
    text: (sql, p) => sql`select id as "id" from boardwright_api_token
      where id = ${p.id} and (expires_at is null or expires_at > ${p.at})`
  })
  const list = listInPages(db, "ApiTokenRepository.list", {
    given: { userId },
    result: API_TOKEN,
    from: (sql, p) => sql`boardwright_api_token where user_id = ${p.userId}`,
    orderBy: "created_at, id"
  })
  const listAll = listInPages(db, "ApiTokenRepository.listAll", {
    given: {},
    result: { ...API_TOKEN, email },
    select: (sql) =>
      sql`${columns(sql, API_TOKEN, "t")}, (select email from boardwright_account where id = t.user_id) as "email"`,
    from: (sql) => sql`boardwright_api_token t`,
    // The order of an index.
    orderBy: "t.user_id, t.created_at, t.id"
  })
  const use = command(db, "ApiTokenRepository.use", {
    given: { id, at: timestamp },
    text: (sql, p) => sql`update boardwright_api_token set last_used_at = ${p.at}
      where id = ${p.id} and (last_used_at is null or last_used_at < ${p.at})`
  })
  const remove = removeBy(db, "ApiTokenRepository.remove", "boardwright_api_token", { userId, id })
  const removeAll = command(db, "ApiTokenRepository.removeAll", {
    given: { userId },
    text: (sql, p) => sql`delete from boardwright_api_token where user_id = ${p.userId}`
  })

  return Account.ApiTokenRepository.of({
    insert: (token, most) =>
      db.atomic(
        Effect.gen(function* () {
          const { userId } = token
          yield* lock({ userId })
          const [counted] = yield* count({ userId })
          if ((counted?.total ?? 0) >= most) return false
          yield* insert(token)
          return true
        })
      ),
    findByHash: (hash) => findByHash({ hash }),
    find: (id) => find({ id }),
    isValid: (id, at) => Effect.map(findValid({ id, at }), ({ _tag }) => _tag === "Some"),
    list: (userId, slice) => list({ userId }, slice),
    listAll: (slice) => listAll({}, slice),
    use: (id, at) => use({ id, at }),
    remove: (userId, id) => remove({ userId, id }),
    removeAll: (userId) => removeAll({ userId })
  })
})

/** API tokens in the database's `boardwright_api_token`. */
export const layer: Layer.Layer<Account.ApiTokenRepository, never, Database> = Layer.effect(
  Account.ApiTokenRepository,
  make
)
