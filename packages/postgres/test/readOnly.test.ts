import { Mail, Ports } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { aMailJob } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import { scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { ask, endOf } from "./storage.js"

const server = inject("postgres")
const write = (id: string) => Effect.flatMap(Mail.MailQueue, (queue) => queue.enqueue(aMailJob({ id })))
const writes = Effect.flatMap(Ports.StorageHealth, (health) => health.writes)

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

/** Makes new sessions of a database read-only, or not, and ends the others. */
const setReadOnly = (url: string, value: "on" | "off") =>
  Effect.zipRight(
    ask(server.url, `alter database ${nameOf(url)} set default_transaction_read_only = ${value}`),
    value === "on"
      ? ask(server.url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(url)}'`)
      : Effect.void
  )

describe.concurrent("a database that becomes read-only", () => {
  it.scopedLive("is reported, and its connections are dropped, so that writes succeed once it accepts them", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      yield* Effect.gen(function* () {
        yield* write("before")
        assert.strictEqual(yield* writes, "ok")
        yield* setReadOnly(url, "on")
        yield* Effect.retry(writes, { times: 5 })
        assert.strictEqual(yield* writes, "read-only")
        for (const work of [write("during"), Ports.transactional(write("during"))]) {
          const end = yield* endOf(work)
          assert.instanceOf(end, Ports.StorageUnavailable)
          assert.propertyVal(end.cause, "code", "25006")
        }
        // The connections that exist are read-only until they end.
        yield* Effect.all([writes, writes, writes], { concurrency: "unbounded" })
        yield* setReadOnly(url, "off")
        yield* write("after")
        yield* Ports.transactional(write("after, too"))
        assert.strictEqual(yield* writes, "ok")
      }).pipe(Effect.provide(Postgres.layer({ url, connections: 3 })))
    })
  )

  it.scopedLive("is not started on if the address asks for a server that accepts writes", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      yield* setReadOnly(url, "on")
      const start = (options: string) =>
        endOf(Effect.provide(Effect.void, Postgres.layer({ url: `${url}?target_session_attrs=${options}` })))
      const refused = yield* start("read-write")
      assert.instanceOf(refused, Postgres.StorageNotUsable)
      assert.match(refused.message, /^postgres:\/\/127\.0\.0\.1:\d+\/\w+ has no server that accepts writes$/)
    })
  )
})
