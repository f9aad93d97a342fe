import { Account, Ports, Rate, Workspace } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { aWorkspace } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { emptyDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { ask, endOf, newRole } from "./storage.js"
import { openHostPool } from "../../../test/support/postgres/openHostPool.js"

/** A host's pool with a search path of its own. */
const hostPool = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => openHostPool({ connectionString: url, max: 2, options: "-c search_path=host,public" })),
    (pool) => Effect.promise(() => pool.end())
  )

const tablesOf = (url: string) =>
  Effect.map(
    ask<{ readonly schema: string; readonly count: number }>(
      url,
      `select schemaname as schema, count(*)::int as count from pg_tables
        where tablename like 'boardwright%' group by 1 order by 1`
    ),
    (rows) => Object.fromEntries(rows.map(({ count, schema }) => [schema, count]))
  )

const insert = (name: string) =>
  Effect.flatMap(Workspace.WorkspaceRepository, (workspaces) =>
    workspaces.insert(aWorkspace({ name, ownerId: Account.UserId.make("ada") }))
  )

const names = Effect.flatMap(Workspace.WorkspaceRepository, (workspaces) =>
  Effect.map(workspaces.listAll({ page: 1, offset: 0, limit: 10 }), ({ items }) => items.map(({ name }) => name))
)

describe("two schemas in a database", () => {
  it.scopedLive("share nothing, on one pool of a host, whose search path does not change", () =>
    Effect.gen(function* () {
      const { url } = yield* emptyDatabase
      yield* ask(url, "create schema host")
      const pool = yield* hostPool(url)
      const [one, two] = yield* Effect.all([
        Layer.build(Postgres.layer({ pool, schema: "one" })),
        Layer.build(Postgres.layer({ pool, schema: "two" }))
      ])
      const use = (name: string) =>
        Effect.gen(function* () {
          yield* insert(`${name} alone`)
          yield* Ports.transactional(insert(`${name} in a transaction`))
          yield* Effect.exit(Ports.transactional(Effect.zipRight(insert("never"), Effect.fail("no"))))
          const counts = yield* Rate.RateCounts
          const hits = yield* Effect.all([counts.hit("key", 60_000), counts.hit("key", 60_000)])
          return { names: yield* names, hits: hits.map(({ count }) => count) }
        })
      // In turn on the same connections, which have the prepared statements of both.
      for (const time of [1, 2]) {
        for (const [name, storage] of [
          ["one", one],
          ["two", two]
        ] as const) {
          const { hits, names } = yield* Effect.provide(use(name), storage)
          const own = [`${name} alone`, `${name} in a transaction`]
          assert.sameMembers([...names], time === 1 ? own : [...own, ...own])
          assert.deepStrictEqual(hits, [2 * time - 1, 2 * time])
        }
      }
      const paths = yield* Effect.promise(() => Promise.all([1, 2].map(() => pool.query("show search_path"))))
      assert.deepStrictEqual(
        paths.map(({ rows }) => rows),
        [[{ search_path: "host,public" }], [{ search_path: "host,public" }]]
      )
      const { one: ofOne = 0, ...others } = yield* tablesOf(url)
      assert.isAbove(ofOne, 10)
      assert.deepStrictEqual(others, { two: ofOne })
    })
  )

  it.scopedLive("have migrations of their own", () =>
    Effect.gen(function* () {
      const { url } = yield* emptyDatabase
      yield* Effect.scoped(Layer.build(Postgres.layer({ url, schema: "one" })))
      const one = yield* Postgres.migrationStatus({ url, schema: "one" })
      const two = yield* Postgres.migrationStatus({ url, schema: "two" })
      assert.deepStrictEqual(one.pending, [])
      assert.deepStrictEqual([two.applied, two.pending], [[], one.applied])
      assert.deepStrictEqual(Object.keys(yield* tablesOf(url)), ["one"])
    })
  )
})

describe("a schema", () => {
  it.scopedLive("that exists can be used by a user who may create tables in it but no schemas", () =>
    Effect.gen(function* () {
      const { url } = yield* emptyDatabase
      const { role, url: roleUrl } = yield* newRole(url)
      const start = Effect.scoped(Layer.build(Postgres.layer({ url: roleUrl, schema: "given" })))
      assert.match(String(yield* endOf(start)), /does not let this user make tables/)
      yield* ask(url, `create schema given authorization ${role}`)
      yield* start
      assert.deepStrictEqual(Object.keys(yield* tablesOf(url)), ["given"])
    })
  )

  it.each(["", "a b", 'a"b', "a$1", "x".repeat(64)])("cannot be named %j", (schema) => {
    assert.throws(() => Postgres.layer({ url: "postgres://localhost", schema }), /a schema's name has/)
  })
})
