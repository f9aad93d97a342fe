import { Mail, Ports } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { aMailJob } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import { scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { ask, endOf, until } from "./storage.js"

const server = inject("postgres")
const write = Effect.flatMap(Mail.MailQueue, (queue) => queue.enqueue(aMailJob({ id: "job" })))
const health = Effect.flatMap(Ports.StorageHealth, ({ check }) => check)

/** A user of a new database who may only read and write. */
const givenUser = Effect.gen(function* () {
  const { url } = yield* scopedDatabase
  const database = new URL(url).pathname.slice(1)
  const user = `boardwright_${database.slice(-12)}`
  yield* Effect.acquireRelease(ask(url, `create role ${user} login password 'right'`), () =>
    Effect.zipRight(ask(url, `drop owned by ${user}`), ask(url, `drop role ${user}`))
  )
  yield* ask(url, `grant all on all tables in schema public to ${user}`)
  const asUser = new URL(url)
  asUser.username = user
  asUser.password = "right"
  return { url: asUser.href, database, user }
})

type Given = Effect.Effect.Success<typeof givenUser>

const allow = (database: string) => `alter database ${database} allow_connections true`

/** Ways to make a database refuse connections, by the SQLSTATE that clients get, and how to undo each. */
const refusals: ReadonlyArray<readonly [code: string, to: (given: Given) => readonly [done: string, undone: string]]> =
  [
    ["55000", ({ database: d }) => ["select 'nothing more'", allow(d)]],
    [
      "42501",
      ({ database: d }) => [`revoke connect on database ${d} from public`, `grant connect on database ${d} to public`]
    ],
    [
      "53300",
      ({ database: d }) => [`alter database ${d} connection limit 0`, `alter database ${d} connection limit -1`]
    ],
    ["28000", ({ user }) => [`alter role ${user} nologin`, `alter role ${user} login`]],
    ["28P01", ({ user }) => [`alter role ${user} password 'other'`, `alter role ${user} password 'right'`]],
    [
      "3D000",
      ({ database: d }) => [`alter database ${d} rename to ${d}_away`, `alter database ${d}_away rename to ${d}`]
    ]
  ]

describe.concurrent("a database that refuses its connections", () => {
  it.scopedLive.each(refusals)("is unavailable until it accepts them again: %s", ([code, to]) =>
    Effect.gen(function* () {
      const given = yield* givenUser
      const [done, undone] = to(given)
      yield* Effect.gen(function* () {
        yield* health
        // Keeps connections out between the end of the last one and the refusal.
        const theirs = `from pg_stat_activity where usename = '${given.user}'`
        yield* ask(server.url, `alter database ${given.database} allow_connections false`)
        // Again and again: one that was being made then is seen only when it is.
        yield* until(ask(server.url, `select pg_terminate_backend(pid) ${theirs}`), (rows) => rows.length === 0)
        yield* ask(server.url, done)
        if (code !== "55000")
          yield* ask(server.url, allow(code === "3D000" ? `${given.database}_away` : given.database))
        const works: ReadonlyArray<Effect.Effect<void, Ports.StorageUnavailable, Postgres.Postgres>> = [
          health,
          write,
          Ports.transactional(write)
        ]
        for (const work of works) {
          const end = yield* until(endOf(work), (seen) => !/terminat/.test(String(Object(seen).cause)))
          assert.instanceOf(end, Ports.StorageUnavailable)
          assert.propertyVal(end.cause, "code", code)
        }
        yield* ask(server.url, undone)
        yield* write
      }).pipe(Effect.provide(Postgres.layer({ url: given.url, connections: 2 })))
    })
  )
})
