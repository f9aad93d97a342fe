import { Change, Ports, Workspace } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { aChange } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { type Context, Effect, Exit, Fiber, Layer, Random } from "effect"
import { Client } from "pg"
import { newDatabase, newEmptyDatabase } from "../../../test/support/postgres/databases.js"
import { scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { ask, newRole, until } from "./storage.js"

const ofWorkspace = (subjectId: string) =>
  aChange({ workspaceId: Workspace.WorkspaceId.make("workspace"), boardId: null, subjectId })

type Instance = Context.Context<Postgres.Postgres>

const start = (options: Postgres.PostgresOptions | Postgres.PostgresPool) => Layer.build(Postgres.layer(options))

const feed = Effect.flatMap(Change.ChangeRepository, (repository) => repository.head)
const epochOf = (options: Postgres.PostgresOptions) =>
  Effect.scoped(Effect.map(Effect.provide(feed, Postgres.layer(options)), ({ epoch }) => epoch))

/** A connection that is closed with the scope, however it ended. */
const connect = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ connectionString: url })
      client.on("error", () => {})
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

/** Appends a change in a transaction that lasts up to 15 ms; one in twenty is rolled back. Returns whether it committed. */
const write = Effect.fnUntraced(function* (subjectId: string) {
  const repository = yield* Change.ChangeRepository
  const [before, after] = [yield* Random.nextIntBetween(0, 8), yield* Random.nextIntBetween(0, 8)]
  const fails = (yield* Random.nextIntBetween(0, 20)) === 0
  const work = Effect.sleep(before).pipe(
    Effect.zipRight(repository.append([ofWorkspace(subjectId)])),
    Effect.zipRight(Effect.sleep(after)),
    Effect.zipRight(fails ? Effect.fail("rolled back") : Effect.void)
  )
  return Exit.isSuccess(yield* Effect.exit(Ports.transactional(work)))
})

/** Places until nothing is left and returns the head. */
const placeAll: Effect.Effect<Change.FeedHead, Ports.StorageUnavailable, Change.ChangeRepository> = Effect.flatMap(
  Change.ChangeRepository,
  ({ place }) => Effect.repeat(place, { until: ({ more }) => !more })
)

/** The subjects of the feed by position, from the start. */
const readAll = Effect.gen(function* () {
  const repository = yield* Change.ChangeRepository
  const { position: end } = yield* placeAll
  const read: Array<readonly [position: number, subject: string]> = []
  for (let after = 0; after < end;) {
    const page = yield* repository.list(after, {}, null, 200)
    for (const { position, subjectId } of page.changes) read.push([position, subjectId])
    after = page.position
  }
  return read
})

/** Locks the feed and numbers a change as an instance does, and is killed before it commits. */
const killedWhilePlacing = (url: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const client = yield* connect(url)
      const run = (text: string) => Effect.promise(() => client.query(text))
      yield* run("begin; select from boardwright_feed for update")
      yield* run(`update boardwright_change set position = (select position + 1 from boardwright_feed)
        where id = (select min(id) from boardwright_change where position is null)`)
      const { rows } = yield* Effect.promise(() => client.query("select pg_backend_pid() as pid"))
      yield* ask(url, `select pg_terminate_backend(${rows[0].pid})`)
    })
  )

describe("the feed", () => {
  it.scopedLive(
    "loses, doubles and moves nothing while 16 write, three instances place, and one that places is killed",
    () =>
      Effect.gen(function* () {
        const { url } = yield* scopedDatabase
        const other = yield* scopedDatabase
        const idle = yield* connect(other.url)
        yield* Effect.promise(() => idle.query("begin; create table idle (id int); insert into idle values (1)"))
        const instances: ReadonlyArray<Instance> = yield* Effect.all([1, 2, 3].map(() => start({ url })))
        const on = (index: number) => instances[index % instances.length] as Instance

        const written: Array<string> = []
        const writer = (name: number) =>
          Effect.gen(function* () {
            for (let at = 0; at < 40; at++) {
              const subject = `${name} ${at}`
              if (yield* write(subject)) written.push(subject)
            }
          }).pipe(Effect.provide(on(name)))
        // What each reader saw, and when: a position never has another subject later.
        const seen = new Map<number, string>()
        const read = Effect.gen(function* () {
          const answered = [...written]
          const all = yield* readAll
          const subjects = new Set(all.map(([, subject]) => subject))
          assert.deepStrictEqual(
            answered.filter((subject) => !subjects.has(subject)),
            [],
            "lost"
          )
          for (const [position, subject] of all) {
            assert.strictEqual(seen.get(position) ?? subject, subject, "moved")
            seen.set(position, subject)
          }
        })
        const readers = yield* Effect.forEach([0, 1, 2], (index) =>
          Effect.fork(Effect.provide(Effect.forever(Effect.zipRight(read, Effect.sleep(2))), on(index)))
        )
        const killer = yield* Effect.fork(
          Effect.repeat(Effect.zipRight(Effect.sleep(20), killedWhilePlacing(url)), { times: 4 })
        )
        yield* Effect.forEach(
          Array.from({ length: 16 }, (_, index) => index),
          writer,
          { concurrency: "unbounded" }
        )
        yield* Fiber.join(killer)
        // A reader that failed has ended with its error.
        yield* Effect.forEach(readers, (reader) =>
          Effect.flatMap(Fiber.interrupt(reader), (exit) => (Exit.isInterrupted(exit) ? Effect.void : exit))
        )
        const all = yield* Effect.provide(readAll, on(0))
        assert.deepStrictEqual(
          all.map(([position]) => position),
          written.map((_, at) => at + 1)
        )
        assert.deepStrictEqual(all.map(([, subject]) => subject).toSorted(), written.toSorted())
        for (const [position, subject] of all) assert.strictEqual(seen.get(position) ?? subject, subject, "moved")
        // The sequence has gaps, the positions have none.
        assert.isAbove(16 * 40, written.length)
      }),
    60_000
  )

  it.scopedLive(
    "places at most 1,000 changes at once, in the order of their ids, and says whether others are left",
    () =>
      Effect.gen(function* () {
        const { url } = yield* scopedDatabase
        const instance = yield* start({ url })
        const result = yield* Effect.gen(function* () {
          const repository = yield* Change.ChangeRepository
          yield* repository.append(Array.from({ length: 1500 }, (_, index) => ofWorkspace(String(index))))
          const [first, second, third] = [yield* repository.place, yield* repository.place, yield* repository.place]
          return { all: yield* readAll, heads: [first, second, third].map(({ more, position }) => [position, more]) }
        }).pipe(Effect.provide(instance))
        assert.deepStrictEqual(result.heads, [
          [1000, true],
          [1500, false],
          [1500, false]
        ])
        assert.deepStrictEqual(
          result.all,
          Array.from({ length: 1500 }, (_, index) => [index + 1, String(index)] as const)
        )
      })
  )

  it.scopedLive("is read without waiting for another placer if nothing is to be placed", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const instance = yield* start({ url })
      const client = yield* connect(url)
      yield* Effect.promise(() => client.query("begin; select from boardwright_feed for update"))
      const { position } = yield* Effect.provide(placeAll, instance)
      assert.strictEqual(position, 0)
    })
  )
})

describe("the epoch of the feed", () => {
  it.scopedLive("is one for several instances that start at once and again, and another in a copy", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const epochs = yield* Effect.all(
        Array.from({ length: 4 }, () => epochOf({ url })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set([...epochs, yield* epochOf({ url })]).size, 1)
      const name = new URL(url).pathname.slice(1)
      const copy = yield* Effect.acquireRelease(
        Effect.promise(() => newEmptyDatabase()),
        ({ drop }) => Effect.promise(drop)
      )
      const copied = new URL(copy.url).pathname.slice(1)
      yield* until(ask(copy.url, `select from pg_stat_activity where datname = '${name}'`), (rows) => rows.length === 0)
      const admin = new URL(url)
      admin.pathname = "/postgres"
      yield* ask(admin.href, `drop database ${copied}`)
      yield* ask(admin.href, `create database ${copied} template ${name}`)
      const [stored] = yield* ask<{ epoch: string }>(copy.url, "select epoch from boardwright_feed")
      assert.strictEqual(stored?.epoch, epochs[0])
      const ofCopy = yield* epochOf({ url: copy.url })
      assert.notStrictEqual(ofCopy, epochs[0])
      assert.strictEqual(yield* epochOf({ url: copy.url }), ofCopy)
      assert.strictEqual(yield* epochOf({ url }), epochs[0])
    })
  )

  it.scopedLive("is another if the tables were made again, in each schema, and after a renewal", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const [one, two] = [yield* epochOf({ url, schema: "one" }), yield* epochOf({ url, schema: "Two-2" })]
      assert.notStrictEqual(one, two)
      yield* ask(url, `create table one.copy (like one.boardwright_feed including all)`)
      yield* ask(url, `insert into one.copy select * from one.boardwright_feed`)
      yield* ask(url, `drop table one.boardwright_feed; alter table one.copy rename to boardwright_feed`)
      const restored = yield* epochOf({ url, schema: "one" })
      assert.notStrictEqual(restored, one)
      yield* Effect.scoped(
        Effect.flatMap(start({ url, schema: "Two-2" }), (instance) =>
          Effect.provide(
            Effect.flatMap(Change.ChangeRepository, (repository) => repository.renewEpoch),
            instance
          )
        )
      )
      assert.notStrictEqual(yield* epochOf({ url, schema: "Two-2" }), two)
    })
  )

  // Each names a function of the binding and makes the server refuse it to a role. Hosted servers, such as Aurora, refuse it so.
  const refusals: ReadonlyArray<readonly [why: string, (role: string) => string]> = [
    ["may not read the system's identifier", () => "revoke execute on function pg_control_system() from public"],
    ["may not read the timeline", () => "revoke execute on function pg_walfile_name(pg_lsn) from public"],
    [
      "is told that there is no timeline",
      (role) => `create function public.pg_current_wal_lsn() returns pg_lsn language plpgsql
          as $$ begin raise exception 'not supported' using errcode = '55000'; end $$;
        alter role ${role} set search_path = public, pg_catalog`
    ]
  ]
  it.scopedLive.each(refusals)("is the same for a role that %s", ([_, refuse]) =>
    Effect.gen(function* () {
      const { url } = yield* Effect.acquireRelease(
        Effect.promise(() => newDatabase()),
        ({ drop }) => Effect.promise(drop)
      )
      const epoch = yield* epochOf({ url })
      const { role, url: roleUrl } = yield* newRole(url)
      yield* ask(url, refuse(role))
      yield* ask(url, `grant select, insert, update, delete on all tables in schema public to ${role}`)
      assert.strictEqual(yield* epochOf({ url: roleUrl }), epoch)
      assert.strictEqual(yield* epochOf({ url }), epoch)
    })
  )
})
