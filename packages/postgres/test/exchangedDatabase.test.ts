import { Change, Ports, Task, Workspace } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { aChange } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { type Context, Effect, Layer } from "effect"
import { Client } from "pg"
import { newDatabase } from "../../../test/support/postgres/databases.js"
import { scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { promote, startPostgres, startStandby } from "../../../test/support/postgres/startPostgres.js"
import { ask, endOf, newRole, proxyTo } from "./storage.js"

const changes = Effect.serviceFunctions(Change.ChangeRepository)
const { head, place } = Effect.serviceConstants(Change.ChangeRepository)
const headOf = changes.headOf({ taskId: Task.TaskId.make("task") })
const append = changes.append([aChange({ workspaceId: Workspace.WorkspaceId.make("workspace"), boardId: null })])

type Instance = Context.Context<Postgres.Postgres>

const start = (options: Postgres.PostgresOptions) => Layer.build(Postgres.layer(options))

const epochOn = (instance: Instance, read: typeof head = head) =>
  Effect.map(Effect.provide(read, instance), ({ epoch }) => epoch)

/** Replaces the table of the feed by a copy, as `pg_restore --clean` does, while connections are open. */
const restore = (url: string) =>
  ask(
    url,
    `begin; create table copy (like boardwright_feed including all); insert into copy select * from boardwright_feed;
    drop table boardwright_feed; alter table copy rename to boardwright_feed; commit`
  )

/** Joins a transaction that a host has begun on a client of its own. */
const joinOn = (instance: Instance, url: string) =>
  Effect.acquireUseRelease(
    Effect.promise(async () => {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query("begin")
      return client
    }),
    (client) =>
      Effect.flatMap(Ports.HostTransactions, ({ join }) => join(client, Effect.succeed("joined"))).pipe(
        Effect.provide(instance)
      ),
    (client) => Effect.promise(() => client.end())
  )

describe("a database that is exchanged under running instances", () => {
  it.scopedLive("has one new epoch after its tables were restored, wherever it is read first", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const instances = yield* Effect.all([1, 2, 3].map(() => start({ url })))
      const reads = [head, place, headOf]
      const epochs = Effect.forEach(instances, (instance, at) => epochOn(instance, reads[at]), {
        concurrency: "unbounded"
      })
      const before = new Set(yield* epochs)
      assert.strictEqual(before.size, 1)
      yield* restore(url)
      yield* Effect.provide(append, instances[0]!)
      const after = new Set(yield* epochs)
      assert.strictEqual(after.size, 1)
      assert.notDeepEqual(after, before)
      assert.deepStrictEqual(new Set(yield* epochs), after)
      assert.deepStrictEqual(yield* Effect.provide(place, instances[0]!), {
        epoch: [...after][0]!,
        position: 1,
        start: 0,
        more: false
      })
    })
  )

  it.scopedLive("has the new epoch also in a transaction, for a role that may not read all of its identity", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.acquireRelease(
        Effect.promise(() => newDatabase()),
        ({ drop }) => Effect.promise(drop)
      )
      const { role, url: roleUrl } = yield* newRole(url)
      yield* ask(url, `revoke execute on function pg_control_system() from public`)
      const grant = ask(url, `grant select, insert, update, delete on all tables in schema public to ${role}`)
      yield* Effect.zipRight(grant, ask(url, `grant usage on all sequences in schema public to ${role}`))
      const instance = yield* start({ url: roleUrl })
      const before = yield* epochOn(instance)
      yield* Effect.zipRight(restore(url), grant)
      const inTransaction = Ports.transactional(
        Effect.zipLeft(
          Effect.map(place, ({ epoch }) => epoch),
          append
        )
      )
      const after = yield* Effect.provide(inTransaction, instance)
      assert.notStrictEqual(after, before)
      assert.deepInclude(yield* Effect.provide(place, instance), { epoch: after, position: 1 })
    })
  )

  it.scopedLive("is joined on a host's client after its tables were restored", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const other = yield* scopedDatabase
      const instance = yield* start({ url })
      yield* restore(url)
      assert.strictEqual(yield* joinOn(instance, url), "joined")
      assert.propertyVal(yield* endOf(joinOn(instance, other.url)), "_tag", "InvalidInput")
    })
  )

  it.scopedLive("has a new epoch and is joined after a standby was promoted, also on connections of before", () =>
    Effect.gen(function* () {
      const server = <A extends { readonly remove: () => Promise<void> }>(started: () => Promise<A>) =>
        Effect.acquireRelease(Effect.promise(started), ({ remove }) => Effect.promise(remove))
      const primary = yield* server(() => startPostgres())
      const standby = yield* server(() => startStandby(primary))
      const proxy = yield* proxyTo(primary.url)
      const url = proxy.via(primary.url)
      const instance = yield* start({ url })
      const before = yield* epochOn(instance)
      proxy.leadTo(standby.port)
      yield* Effect.promise(() => primary.stop("fast"))
      assert.strictEqual(yield* Effect.retry(epochOn(instance), { times: 10 }), before)
      yield* Effect.promise(() => promote(standby))
      const after = yield* epochOn(instance)
      assert.notStrictEqual(after, before)
      assert.strictEqual(yield* joinOn(instance, url), "joined")
      assert.strictEqual(yield* epochOn(instance), after)
    })
  )
})
