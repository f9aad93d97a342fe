import { Rate } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { rateCountsContract } from "@boardwright/testing/contract"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { ask, databaseTime, onNewDatabase, until } from "./storage.js"

const MINUTE = 60_000

rateCountsContract("postgres", onNewDatabase(), databaseTime("boardwright_rate_count", ["resets_at"]))

const countsOn = (url: string) => Effect.map(Layer.build(Postgres.layer({ url })), Context.get(Rate.RateCounts))

describe("rate counts on one database", () => {
  it.scopedLive("are exact across two instances", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const instances = [yield* countsOn(url), yield* countsOn(url)]
      const counted = yield* Effect.forEach(
        Array.from({ length: 200 }, (_, index) => instances[index % 2]!),
        (counts) => counts.hit("shared", MINUTE),
        { concurrency: "unbounded" }
      )
      const sorted = counted.map(({ count }) => count).toSorted((a, b) => a - b)
      assert.deepStrictEqual(
        sorted,
        Array.from({ length: 200 }, (_, index) => index + 1)
      )
      assert.strictEqual(new Set(counted.map(({ resetsAt }) => resetsAt)).size, 1)
    })
  )

  it.scopedLive("are all removed when their windows have ended, and not before", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const counts = yield* countsOn(url)
      for (const key of ["open", "open", "ended"]) yield* counts.hit(key, MINUTE)
      yield* ask(url, "update boardwright_rate_count set resets_at = resets_at - interval '1 hour' where key = 'ended'")
      // More than one statement removes.
      yield* ask(
        url,
        `insert into boardwright_rate_count (key, count, resets_at)
          select 'old ' || n, 1, now() - interval '1 second' from generate_series(1, 25000) n`
      )
      const other = yield* countsOn(url)
      const keys = ask<{ key: string }>(url, "select key from boardwright_rate_count")
      const left = yield* until(keys, (rows) => rows.length <= 1)
      assert.deepStrictEqual(left, [{ key: "open" }])
      assert.strictEqual((yield* other.hit("open", MINUTE)).count, 3)
      assert.strictEqual((yield* other.hit("ended", MINUTE)).count, 1)
    })
  )
})
