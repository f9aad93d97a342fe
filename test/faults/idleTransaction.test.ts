import { Ports } from "@boardwright/core"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { ask, onDatabase, runSql, until } from "../../packages/postgres/test/storage.js"
import { quantile } from "./given.js"
import { print } from "./Load.js"

const CONNECTIONS = 2
const LIMIT_MILLIS = 10_000

const INSERT = "insert into boardwright_mail_job select 'job', 'reset', 'nobody@example.com', now(), 0, now(), null"
const write = (email: string) => runSql("update boardwright_mail_job set email = $1 where id = 'job'", email)

it.scopedLive(
  "an idle transaction is ended by the server: the next writer proceeds, and the transaction is run again",
  () =>
    onDatabase(
      (url) =>
        Effect.gen(function* () {
          yield* ask(url, INSERT)
          const [holds, goesOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const read: Array<unknown> = []
          const still = yield* Effect.fork(
            Ports.transactional(
              Effect.gen(function* () {
                read.push(...(yield* runSql("select email from boardwright_mail_job")))
                yield* write("from the one that stands still")
                yield* Deferred.succeed(holds, undefined)
                yield* Deferred.await(goesOn)
                yield* write("from the one that went on")
              })
            )
          )
          yield* Deferred.await(holds)
          const from = performance.now()
          // A statement waits for a lock for only 5 s, so the writer retries.
          const refusals: Array<unknown> = []
          yield* Effect.retry(
            Effect.tapError(write("from the next"), (error) => Effect.sync(() => refusals.push(error._tag))),
            { while: ({ _tag }) => _tag === "StorageUnavailable" }
          )
          const millis = performance.now() - from
          print(`the next writer got through after ${(millis / 1000).toFixed(1)} s, ${refusals.length} times refused`)
          assert.isAbove(millis, LIMIT_MILLIS - 1_000)
          assert.isBelow(millis, 2 * LIMIT_MILLIS)

          yield* Deferred.succeed(goesOn, undefined)
          // It was rolled back, so it runs again on what the next writer has committed.
          yield* Fiber.join(still)
          assert.deepStrictEqual(read, [{ email: "nobody@example.com" }, { email: "from the next" }])
          const stored = yield* ask<{ readonly email: string }>(url, "select email from boardwright_mail_job")
          assert.deepStrictEqual(stored, [{ email: "from the one that went on" }])

          // The lost connection has left the pool and was replaced.
          const times: Array<number> = []
          yield* Effect.forEach(
            Array.from({ length: 40 }, (_, at) => `name ${at}`),
            (name) =>
              Effect.gen(function* () {
                const start = performance.now()
                yield* Ports.transactional(write(name))
                times.push(performance.now() - start)
              }),
            { concurrency: 8 }
          )
          print(
            `then 40 transactions, each done within ${Math.max(...times).toFixed(0)} ms, median ${quantile(times).toFixed(0)} ms`
          )
          const open = ask<{ readonly count: number }>(
            url,
            `select count(*)::int as count from pg_stat_activity
              where datname = current_database() and application_name = 'boardwright'`
          )
          yield* until(open, ([row]) => row !== undefined && row.count <= CONNECTIONS)
        }),
      { connections: CONNECTIONS }
    ),
  40_000
)
