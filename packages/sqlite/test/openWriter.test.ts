import { assert, it } from "@effect/vitest"
import { Sqlite as BetterSqlite, type SqliteDatabase } from "@boardwright/sqlite/driver"
import { Effect } from "effect"
import { openWriter } from "../src/openWriter.js"
import { newFile } from "./storage.js"

const cacheSizeOf = (db: SqliteDatabase): unknown => db.pragma("cache_size", { simple: true })

it.scoped("the cache of a connection that was checked is as large as any other's", () =>
  Effect.gen(function* () {
    const filename = yield* newFile
    const writer = yield* openWriter(filename, 1_000)
    const plain = yield* Effect.acquireRelease(
      Effect.sync(() => new BetterSqlite(filename)),
      (db) => Effect.sync(() => db.close())
    )
    assert.strictEqual(cacheSizeOf(writer.connection.db), cacheSizeOf(plain))
    assert.notStrictEqual(cacheSizeOf(plain), -1_000)
  })
)
