import { createHash } from "node:crypto"
import { copyFileSync, lstatSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { backUp, checkFile, dumpFile, layer, loadFile, restoreFile } from "@boardwright/sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, type Scope } from "effect"
import { draftOf } from "../src/draft.js"
import { openSqlite } from "../src/driver.js"
import { oldSchema } from "../../../test/support/oldSchema.js"
import { committed, givenBoards, newFile } from "./storage.js"

const ENDING = ".before"
const AT = "2026-11-22T18:05:00.000Z"

const boardsOf = (filename: string) => committed(filename, "select id from boardwright_board order by id")

/** Calls `use` while a server has a new database with this board open, whose commits are in the log alone. */
const served = <A, E>(board: string, use: (filename: string) => Effect.Effect<A, E>) =>
  Effect.flatMap(newFile, (filename) =>
    Effect.zipRight(
      givenBoards(board),
      Effect.suspend(() => use(filename))
    ).pipe(Effect.provide(layer({ filename })))
  )

/** A database with the board "newest" as a killed server leaves it. */
const killed = Effect.flatMap(newFile, (filename) =>
  served("newest", (running) =>
    Effect.sync(() => {
      for (const ending of ["", "-wal"]) copyFileSync(running + ending, filename + ending)
      return filename
    })
  )
)

const sha256 = () => {
  const hash = createHash("sha256")
  return { update: (text: string) => hash.update(text), hex: () => hash.digest("hex") }
}

/** What puts a database with the board "kept" in the place of another, each with the kept file that it returns. */
const placing: Readonly<Record<string, (filename: string) => Effect.Effect<string | null, unknown, Scope.Scope>>> = {
  restore: (filename) =>
    served("kept", (original) => {
      const backup = `${original}.backup`
      return Effect.zipRight(
        backUp(original, backup, () => false),
        restoreFile(backup, filename, ENDING)
      )
    }),
  load: (filename) =>
    served("kept", (original) => {
      const pieces: Array<string | null> = []
      const write = (lines: string) => Effect.sync(() => void pieces.push(lines))
      const next = Effect.sync(() => pieces.shift() ?? null)
      return Effect.zipRight(
        dumpFile(original, { at: AT, digest: sha256(), progress: () => undefined, write }),
        Effect.map(loadFile(filename, { at: AT, digest: sha256(), next }, ENDING), ({ kept }) => kept)
      )
    })
}

it.scoped("a draft that fails leaves no file, nor the journal that a full disk keeps SQLite from removing", () =>
  Effect.gen(function* () {
    const database = yield* newFile
    const failing = draftOf(database, (draft) => {
      writeFileSync(`${draft}-journal`, "")
      return Effect.fail("the disk is full")
    })
    assert.strictEqual(yield* Effect.flip(Effect.scoped(failing)), "the disk is full")
    assert.deepStrictEqual(readdirSync(dirname(database)), [])
  })
)

it.scoped("a restore keeps every database that it replaces, also if two are to have one name", () =>
  Effect.gen(function* () {
    const database = yield* newFile
    const [backup, kept] = [`${database}.backup`, `${database}${ENDING}`]
    yield* Effect.scoped(Layer.build(layer({ filename: database })))
    yield* backUp(database, backup, () => false)
    const names = yield* Effect.replicateEffect(restoreFile(backup, database, ENDING), 3)
    assert.deepStrictEqual(names, [kept, `${kept}-2`, `${kept}-3`])
    assert.includeMembers(
      readdirSync(dirname(database)),
      [database, kept, `${kept}-2`, `${kept}-3`].map((name) => basename(name))
    )
    rmSync(database)
    assert.isNull(yield* restoreFile(backup, database, ENDING))
  })
)

it.scoped("a restore takes a backup of an older schema, which the next start updates", () =>
  Effect.gen(function* () {
    const database = yield* newFile
    const backup = `${database}.backup`
    const old = openSqlite(backup)
    old.exec(oldSchema(9, "sqlite", "datetime").join(";\n"))
    old.close()
    yield* restoreFile(backup, database, ENDING)
    yield* Effect.scoped(Layer.build(layer({ filename: database })))
    assert.deepStrictEqual(committed(database, "select id from boardwright_account"), ["ada"])
  })
)

it.scoped("a restore from a database that a server uses has its newest commits", () =>
  Effect.gen(function* () {
    const database = yield* newFile
    yield* served("newest", (running) => restoreFile(running, database, ENDING))
    assert.deepStrictEqual(boardsOf(database), ["newest"])
  })
)

describe.each(Object.entries(placing))("a %s", (_, place) => {
  it.scoped("keeps the log that a database which was moved away has left", () =>
    Effect.gen(function* () {
      const database = yield* killed
      const moved = `${database}.moved`
      renameSync(database, moved)
      const kept = yield* place(database)
      assert.strictEqual(kept, `${database}${ENDING}-wal`)
      yield* checkFile(database)
      assert.deepStrictEqual(boardsOf(database), ["kept"])
      renameSync(`${database}${ENDING}-wal`, `${moved}-wal`)
      assert.deepStrictEqual(boardsOf(moved), ["newest"])
    })
  )

  it.scoped("replaces the file that a symbolic link names, and refuses a link to nothing", () =>
    Effect.gen(function* () {
      const [link, database] = [yield* newFile, yield* newFile]
      yield* Effect.scoped(Layer.build(layer({ filename: database })))
      symlinkSync(database, link)
      yield* place(link)
      assert.isTrue(lstatSync(link).isSymbolicLink())
      assert.deepStrictEqual(boardsOf(database), ["kept"])
      rmSync(database)
      assert.include(String(yield* Effect.flip(place(link))), `${database}, which ${link} links to, is missing`)
      assert.isTrue(lstatSync(link).isSymbolicLink())
    })
  )
})
