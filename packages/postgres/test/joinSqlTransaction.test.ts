import { Access, Account, Change, Workspace } from "@boardwright/core"
import { joinSqlTransaction, type Postgres } from "@boardwright/postgres"
import { CountingIds } from "@boardwright/testing"
import { SqlClient } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { ask, endOf, onDatabase } from "./storage.js"

const ada = Access.Actor.User({ userId: Account.UserId.make("ada") })
const services = Layer.mergeAll(CountingIds.layer, Change.ChangeHandlers.layer, Layer.succeed(Access.CurrentActor, ada))

const create = (name: string) => Workspace.createWorkspace({ name })

const noted = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql`insert into note values (${text})`)

const joined = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(work))

/** What is committed: the rows of the host, and the names of the workspaces in the feed. */
const committed = (url: string) =>
  Effect.gen(function* () {
    const feed = yield* Change.ChangeRepository
    const notes = yield* ask<{ readonly text: string }>(url, "select text from note order by text")
    yield* feed.place
    const { changes } = yield* feed.list(0, {}, null, 10)
    return { notes: notes.map(({ text }) => text), workspaces: changes.map(({ fields }) => fields["name"]?.to) }
  })

type HostServices = Postgres | SqlClient.SqlClient | Layer.Layer.Success<typeof services>

/** Runs a test on a database with a table of the host, `note`. */
const asHost = <A, E>(test: (url: string) => Effect.Effect<A, E, HostServices>) =>
  onDatabase((url) =>
    Effect.zipRight(ask(url, "create table note (text text primary key)"), test(url)).pipe(
      Effect.provide(Layer.merge(PgClient.layer({ url: Redacted.make(url) }), services))
    )
  )

describe("joinSqlTransaction", () => {
  it.scopedLive("stores use cases and rows of the host together, when the host commits", () =>
    asHost((url) =>
      Effect.gen(function* () {
        const work = Effect.gen(function* () {
          yield* noted("one")
          yield* joinSqlTransaction(Effect.zip(create("One"), create("Two")))
          yield* joined(joinSqlTransaction(create("Three")))
          yield* noted("two")
          assert.deepStrictEqual(yield* committed(url), { notes: [], workspaces: [] })
        })
        yield* joined(work)
        assert.deepStrictEqual(yield* committed(url), { notes: ["one", "two"], workspaces: ["One", "Two", "Three"] })
      })
    )
  )

  it.scopedLive("stores neither when the host's transaction fails", () =>
    asHost((url) =>
      Effect.gen(function* () {
        const work = Effect.zipRight(noted("one"), joinSqlTransaction(create("One")))
        assert.strictEqual(yield* endOf(joined(Effect.zipRight(work, Effect.fail("no")))), "no")
        assert.deepStrictEqual(yield* committed(url), { notes: [], workspaces: [] })
      })
    )
  )

  it.scopedLive("undoes a use case that fails alone, if the host goes on", () =>
    asHost((url) =>
      Effect.gen(function* () {
        const failing = Effect.flip(joinSqlTransaction(Workspace.updateWorkspace("nowhere", { name: "One" })))
        yield* joined(
          Effect.gen(function* () {
            yield* noted("one")
            assert.strictEqual((yield* failing)._tag, "NotFound")
            yield* joinSqlTransaction(create("Two"))
          })
        )
        assert.deepStrictEqual(yield* committed(url), { notes: ["one"], workspaces: ["Two"] })
      })
    )
  )

  it.scopedLive("names the rule outside a transaction, and for another database", () =>
    asHost(() =>
      Effect.scoped(
        Effect.gen(function* () {
          const issues = (work: Effect.Effect<unknown, unknown, HostServices>) =>
            Effect.map(Effect.flip(work), (error) => JSON.stringify(error))
          assert.include(yield* issues(joinSqlTransaction(create("One"))), "call this inside withTransaction")
          const { url } = yield* scopedDatabase
          const elsewhere = Effect.provide(
            joined(joinSqlTransaction(create("One"))),
            PgClient.layer({ url: Redacted.make(url) })
          )
          assert.include(yield* issues(elsewhere), "must be connected to")
        })
      )
    )
  )
})
