import { Ports } from "@boardwright/core"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { onDatabase, runSql } from "./storage.js"

it.effect("the schema is told by the newest migration, whoever applied or lost it meanwhile", () =>
  onDatabase(() =>
    Effect.gen(function* () {
      const { schema } = yield* Ports.StorageHealth
      assert.strictEqual(yield* schema, "current")
      yield* runSql("insert into boardwright_migrations (migration_id, name) values (9999, 'of_the_future')")
      assert.strictEqual(yield* schema, "newer")
      yield* runSql("delete from boardwright_migrations where migration_id > 1")
      assert.strictEqual(yield* schema, "older")
      yield* runSql("delete from boardwright_migrations")
      assert.strictEqual(yield* schema, "older")
    })
  )
)
