import { readdirSync, rmSync } from "node:fs"
import { basename, dirname } from "node:path"
import { backUp, layer, restoreFile } from "@boardwright/sqlite"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { newFile } from "./storage.js"

it.scoped("a restore keeps every database that it replaces, also if two are to have one name", () =>
  Effect.gen(function* () {
    const database = yield* newFile
    const [backup, kept] = [`${database}.backup`, `${database}.before`]
    yield* Effect.scoped(Layer.build(layer({ filename: database })))
    yield* backUp(database, backup, () => false)
    const names = yield* Effect.replicateEffect(restoreFile(backup, database, kept), 3)
    assert.deepStrictEqual(names, [kept, `${kept}-2`, `${kept}-3`])
    assert.includeMembers(
      readdirSync(dirname(database)),
      [database, kept, `${kept}-2`, `${kept}-3`].map((name) => basename(name))
    )
    rmSync(database)
    assert.isNull(yield* restoreFile(backup, database, kept))
  })
)
