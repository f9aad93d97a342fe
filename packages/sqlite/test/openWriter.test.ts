import { assert, it } from "@effect/vitest"
import type { SqliteDatabase } from "@boardwright/sqlite/driver"
import { Effect } from "effect"
import { openWriter } from "../src/openWriter.js"
import { newFile } from "./storage.js"

const cacheSizeOf = (db: SqliteDatabase): unknown => db.pragma("cache_size", { simple: true })

it.scoped("the cache of a connection that was checked is as large on every driver", () =>
  Effect.gen(function* () {
    const filename = yield* newFile
    const writer = yield* openWriter(filename, 1_000)
    assert.strictEqual(cacheSizeOf(writer.connection.db), -16_000)
  })
)
