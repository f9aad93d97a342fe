import { Rate } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { throttleContract } from "@boardwright/testing/contract"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { ask, databaseTime, onNewDatabase, until } from "./storage.js"

const RULE: Rate.ThrottleRule = {
  limit: 10,
  windowMillis: 900_000,
  wait: { firstMillis: 60_000, longestMillis: 900_000 }
}

throttleContract("postgres", onNewDatabase(), databaseTime("boardwright_throttle", ["blocked_until", "resets_at"]))

const throttleOn = (url: string) => Effect.map(Layer.build(Postgres.layer({ url })), Context.get(Rate.Throttle))

describe("throttles on one database", () => {
  it.scopedLive("are exact across two instances", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const instances = [yield* throttleOn(url), yield* throttleOn(url)]
      const uses = yield* Effect.forEach(
        Array.from({ length: 100 }, (_, index) => instances[index % 2]!),
        (throttle) => throttle.consume("shared", RULE),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(uses.filter((blockedUntil) => blockedUntil === null).length, 10)
      assert.strictEqual(new Set(uses.filter((blockedUntil) => blockedUntil !== null)).size, 1)
    })
  )

  it.scopedLive("do not overflow", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const throttle = yield* throttleOn(url)
      yield* throttle.consume("often", RULE)
      yield* ask(url, "update boardwright_throttle set count = 2000000000 where key = 'often'")
      assert.isNull(yield* throttle.consume("often", RULE))
      assert.isAbove((yield* throttle.consume("often", RULE)) ?? 0, Date.now() + 800_000)
    })
  )

  it.scopedLive("are removed when their windows have ended, and not before", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const throttle = yield* throttleOn(url)
      for (const key of ["open", "ended"]) yield* throttle.consume(key, RULE)
      yield* ask(url, "update boardwright_throttle set resets_at = resets_at - interval '1 hour' where key = 'ended'")
      yield* throttleOn(url)
      const keys = ask<{ key: string }>(url, "select key from boardwright_throttle")
      assert.deepStrictEqual(yield* until(keys, (rows) => rows.length <= 1), [{ key: "open" }])
    })
  )
})
