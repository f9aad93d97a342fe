import { Ports } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { inject } from "vitest"
import { newEmptyDatabase } from "../../../test/support/postgres/databases.js"
import { scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { type PoolMode, startPgBouncer } from "../../../test/support/postgres/PgBouncer.js"
import { ask, endOf, onDatabase, runSql } from "./storage.js"
import { openHostPool } from "../../../test/support/postgres/openHostPool.js"

const refusal = (url: string) =>
  Effect.map(endOf(Effect.scoped(Layer.build(Postgres.layer({ url })))), (end) => {
    assert.instanceOf(end, Postgres.StorageNotUsable)
    return end.message
  })

const behind = (mode: PoolMode) =>
  Effect.acquireRelease(
    Effect.promise(() => startPgBouncer(inject("postgres").url, mode)),
    ({ stop }) => Effect.promise(stop)
  )

const SETTINGS = `select current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle, (select count(*) from pg_prepared_statements) as prepared`

/** The settings and the prepared statements of a session that other clients use too. */
const sessionOf = (url: string) => Effect.map(ask(url, SETTINGS), ([row]) => row)

it.scopedLive("a transaction has its timeouts, and nothing of it stays in the sessions that others use", () =>
  onDatabase((url) =>
    Effect.gen(function* () {
      const before = yield* sessionOf(url)
      assert.deepStrictEqual(before, { statement: "0", idle: "0", prepared: "0" })
      const mine = { statement: "5s", idle: "10s", prepared: 0 }
      const work = Ports.transactional(runSql(SETTINGS))
      const seen = yield* Effect.all(
        Array.from({ length: 30 }, () => work),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        seen,
        Array.from({ length: 30 }, () => [mine])
      )
      const sessions = yield* Effect.all(
        Array.from({ length: 30 }, () => sessionOf(url)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        sessions,
        Array.from({ length: 30 }, () => before)
      )
    })
  )
)

it.scopedLive("a pool of a host has the timeouts of the host", () =>
  Effect.gen(function* () {
    const { url } = yield* scopedDatabase
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => openHostPool({ connectionString: url, max: 10 })),
      (pool) => Effect.promise(() => pool.end())
    )
    const work = Ports.transactional(runSql(SETTINGS))
    const seen = yield* Effect.provide(
      Effect.all(
        Array.from({ length: 30 }, () => work),
        { concurrency: "unbounded" }
      ),
      Postgres.layer({ pool })
    )
    assert.deepStrictEqual(
      seen,
      Array.from({ length: 30 }, () => [{ statement: "0", idle: "0", prepared: 0 }])
    )
  })
)

it.scopedLive("a pooler that cannot work is refused with the reason", () =>
  Effect.gen(function* () {
    const { url } = yield* scopedDatabase
    const empty = yield* Effect.acquireRelease(
      Effect.promise(() => newEmptyDatabase()),
      ({ drop }) => Effect.promise(drop)
    )
    const { via } = yield* behind("statement")
    const name = (address: string) => address.replace(/\/\/.*@/, "//")
    for (const each of [via(url), via(empty.url)])
      assert.strictEqual(
        yield* refusal(each),
        `${name(each)} is behind a pooler in statement mode: set its pool_mode to transaction or session`
      )
    assert.strictEqual(
      yield* refusal(`${url}?options=-c%20search_path%3Dpublic`),
      `${name(url)} is behind a pooler that refuses parameters such as options and statement_timeout: remove them from the address`
    )
    const at = (database: string) => url.replace(/\/[^/]*$/, `/${database}`)
    assert.match(yield* refusal(at("pgbouncer")), /\/pgbouncer is the console of a pooler: name a database$/)
    assert.match(yield* refusal(at("boardwright_missing")), /_missing is not there; make it with `createdb`$/)
  })
)
