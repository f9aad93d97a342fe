import { Mail } from "@boardwright/core"
import { Database, type Parameter } from "@boardwright/sql"
import * as Postgres from "@boardwright/postgres"
import { aMailJob } from "@boardwright/testing"
import type { CounterTime } from "@boardwright/testing/contract"
import { Cause, Effect, Exit, Layer } from "effect"
import type { QueryResultRow } from "pg"
import { emptyDatabase, scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { TcpProxy } from "../../../test/support/postgres/TcpProxy.js"
import { withAdmin } from "../../../test/support/postgres/TestPostgres.js"

type Options = Omit<Postgres.PostgresOptions, "url">

/** Storage on a new database, which is dropped with the scope. */
export const onNewDatabase = (options: Options = {}): Layer.Layer<Postgres.Postgres, Postgres.StorageNotUsable> =>
  Layer.unwrapScoped(Effect.map(scopedDatabase, ({ url }) => Postgres.layer({ url, ...options })))

/** Whether a PgBouncer is between the tests and their databases. */
export const behindPooler = process.env["TEST_PGBOUNCER"] !== undefined

/**
 * Storage in a schema of a new database, which is in no session's search path: a statement that does not name it fails. Behind a pooler,
 * and over HTTP, tables are in the public schema.
 */
export const onNewSchema: Layer.Layer<Postgres.Postgres, Postgres.StorageNotUsable> = Layer.unwrapScoped(
  Effect.map(emptyDatabase, ({ url }) => Postgres.layer({ url, schema: "Work-1" }))
)

/** Runs a test on storage on a new database; the test gets its address. */
export const onDatabase = <A, E>(
  test: (url: string) => Effect.Effect<A, E, Postgres.Postgres>,
  options: Options = {}
): Effect.Effect<A, E | Postgres.StorageNotUsable> =>
  Effect.scoped(
    Effect.flatMap(scopedDatabase, ({ url }) => Effect.provide(test(url), Postgres.layer({ url, ...options })))
  )

/** Runs any statement through the storage. */
export const runSql = (text: string, ...parameters: ReadonlyArray<Parameter>) =>
  Effect.flatMap(Database, (database) =>
    database.prepare({ operation: "test", text, writes: !/^(select|show)/.test(text) })(parameters)
  )

/** Uses the database's clock and makes the counts in a table older instead of moving it. */
export const databaseTime = (table: string, columns: ReadonlyArray<string>): CounterTime<Database> => ({
  now: Effect.orDie(
    Effect.map(
      runSql(`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`),
      ([row]) => (row as { readonly now: number }).now
    )
  ),
  elapse: (millis) => {
    const older = columns.map((column) => `${column} = ${column} - $1::float8 * interval '1 millisecond'`)
    return Effect.orDie(runSql(`update ${table} set ${older.join(", ")}`, millis))
  },
  during: (count) => count
})

/** A proxy in front of a server, closed with the scope. */
export const proxyTo = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(() => TcpProxy.before(Number(new URL(url).port))),
    (proxy) => Effect.promise(() => proxy.close())
  )

/** Runs a statement on another connection. */
export const ask = <Row extends QueryResultRow>(url: string, text: string): Effect.Effect<ReadonlyArray<Row>> =>
  Effect.promise(() => withAdmin(url, async (admin) => (await admin.query<Row>(text)).rows))

/** A new role that may sign in, dropped with the scope, and the address by which it does. */
export const newRole = Effect.fnUntraced(function* (url: string) {
  const address = new URL(url)
  const role = `boardwright_${address.pathname.slice(-12)}`
  address.username = role
  address.password = "role-secret"
  yield* Effect.acquireRelease(ask(url, `create role ${role} login password 'role-secret'`), () =>
    Effect.zipRight(ask(url, `drop owned by ${role}`), ask(url, `drop role ${role}`))
  )
  return { role, url: address.href }
})

/** Repeats an effect until its result satisfies a condition; the test fails after 15 s. */
export const until = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  holds: (result: A) => boolean
): Effect.Effect<A, E, R> => {
  const again: Effect.Effect<A, E, R> = Effect.flatMap(effect, (result) =>
    holds(result) ? Effect.succeed(result) : Effect.zipRight(Effect.sleep("10 millis"), again)
  )
  return Effect.timeoutFailCause(again, {
    duration: "15 seconds",
    onTimeout: () => Cause.die("the condition was never met")
  })
}

/** The error or defect of an effect. */
export const endOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<unknown, never, R> =>
  Effect.map(Effect.exit(effect), (exit) => (Exit.isFailure(exit) ? Cause.squash(exit.cause) : "it succeeded"))

/** The message of the defect of an effect. */
export const defectOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<string, never, R> =>
  Effect.map(Effect.exit(effect), (exit) => {
    if (Exit.isFailure(exit) && Cause.isDie(exit.cause)) return String(Cause.squash(exit.cause))
    return `no defect, but ${String(exit)}`
  })

/** Queues a mail. */
export const enqueue = (id: string) => Effect.flatMap(Mail.MailQueue, (queue) => queue.enqueue(aMailJob({ id })))

/** The queued mails, read by another connection. */
export const jobs = (url: string) => ask<{ id: string }>(url, "select id from boardwright_mail_job order by id")
