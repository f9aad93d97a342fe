import { Idempotency, type Ports } from "@boardwright/core"
import { type Context, Effect, Layer, Option, Predicate } from "effect"
import { number, nullable, timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { CLAIMED_KEY, STORED_RESULT } from "./entities.js"
import { findBy } from "./findBy.js"
import { among } from "./jsonLists.js"
import { byColumn, changing, command, returning } from "./statement.js"

const { fingerprint, key, owner } = CLAIMED_KEY
/** Empty until the call has succeeded; nobody else sees that. */
const RESULT = { ...STORED_RESULT, checks: nullable(STORED_RESULT.checks) }

const CLAIM = "IdempotencyRepository.claim"

/** PostgreSQL's code for a lock that was not available in time. */
const LOCK_NOT_AVAILABLE = "55P03"

const inUse = (error: Ports.StorageUnavailable) =>
  Predicate.hasProperty(error.cause, "code") && error.cause.code === LOCK_NOT_AVAILABLE
    ? new Idempotency.IdempotencyKeyInUse({ retryAfterSeconds: 1 })
    : error

const make = Effect.map(Database, (db) => {
  const setting = (text: string): Effect.Effect<unknown, Ports.StorageUnavailable> =>
    db.dialect === "pg"
      ? db.prepare({ operation: "IdempotencyRepository.limitWait", text, writes: true, unawaited: true })([])
      : Effect.void
  // The transaction's other locks are waited for as long as the host or the server wants.
  const limitWait = setting(`select set_config('boardwright.lock_timeout', current_setting('lock_timeout'), true),
    set_config('lock_timeout', '${Idempotency.LONGEST_KEY_WAIT * 1_000}', true)`)
  const restoreWait = setting(`select set_config('lock_timeout', current_setting('boardwright.lock_timeout'), true)`)

  const insert = changing(db, CLAIM, {
    given: { ...CLAIMED_KEY, expired: timestamp },
    text: (sql, p) => sql`insert into boardwright_idempotency ${sql.insert(byColumn(CLAIMED_KEY))}
      on conflict (owner, key) do update set fingerprint = excluded.fingerprint, created_at = excluded.created_at,
        result = null, made_id = null, checks = null
      where boardwright_idempotency.created_at < ${p.expired} returning owner`
  })
  const find = findBy(db, CLAIM, "boardwright_idempotency", { fingerprint, ...RESULT }, { owner, key })
  const store = command(db, "IdempotencyRepository.store", {
    given: { owner, key, ...STORED_RESULT },
    text: (sql, p) => sql`update boardwright_idempotency
      set result = ${p.result}, made_id = ${p.madeId}, checks = ${p.checks}
      where owner = ${p.owner} and key = ${p.key}`
  })
  const row = db.dialect === "pg" ? "ctid" : "owner, key"
  const removeBefore = returning(db, "IdempotencyRepository.removeBefore", {
    given: { before: timestamp, limit: number },
    result: {},
    text: (sql, p) => {
      const oldest = sql`select ${sql.literal(row)} from boardwright_idempotency where created_at < ${p.before}
        order by created_at limit ${p.limit}`
      return sql`delete from boardwright_idempotency where ${among(sql, sql.literal(`(${row})`), oldest)} returning owner`
    }
  })

  type Claim = Context.Tag.Service<Idempotency.IdempotencyRepository>["claim"]
  const claim: Claim = (claimed, expired) =>
    Effect.gen(function* () {
      yield* limitWait
      const isClaimed = yield* Effect.mapError(insert({ ...claimed, expired }), inUse)
      yield* restoreWait
      if (isClaimed) return Option.none()
      const found = yield* find(claimed)
      // A cleanup may have removed it between the two.
      if (Option.isNone(found)) return yield* claim(claimed, expired)
      return Option.some({ ...found.value, checks: found.value.checks ?? [] })
    })

  return Idempotency.IdempotencyRepository.of({
    claim: (claimed, expired) => db.atomic(claim(claimed, expired)),
    store: (owned, stored) => store({ ...owned, ...stored }),
    removeBefore: (before, limit) => Effect.map(removeBefore({ before, limit }), (removed) => removed.length)
  })
})

/** Idempotency keys in the database's `boardwright_idempotency`. */
export const layer: Layer.Layer<Idempotency.IdempotencyRepository, never, Database> = Layer.effect(
  Idempotency.IdempotencyRepository,
  make
)
