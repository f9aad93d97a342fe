import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import * as Sqlite from "@boardwright/sqlite"
import { assert, it } from "@effect/vitest"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Effect, Layer } from "effect"
import { prepared } from "../src/prepared.js"
import { committed, newFile } from "./storage.js"

const HELD_MILLIS = 300

/** Another process creates the file and locks it for a moment, so that its schema cannot be read. */
const heldByAnother = (filename: string) =>
  Effect.promise(async () => {
    const program = `import { openSqlite } from "@boardwright/sqlite/driver"
      const db = openSqlite(${JSON.stringify(filename)})
      db.exec("create table theirs (id); begin exclusive; insert into theirs values (1)")
      console.log("held")
      setTimeout(() => db.exec("commit"), ${HELD_MILLIS})`
    const cwd = fileURLToPath(new URL("..", import.meta.url))
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      cwd,
      stdio: ["ignore", "pipe", "inherit"]
    })
    await once(child.stdout, "data")
  })

it.scoped("a start waits for a locked schema: a statement that could not be prepared is prepared again", () =>
  Effect.gen(function* () {
    const filename = yield* newFile
    yield* heldByAnother(filename)
    yield* Effect.scoped(Layer.build(Sqlite.layer({ filename })))
    assert.deepStrictEqual(committed(filename, "select id from theirs"), [1])
  })
)

it("a statement that could not be prepared is prepared at its next use", () => {
  const db = openSqlite(":memory:")
  const [insert, list] = [prepared(db, "insert into later values (?)"), prepared(db, "select id from later")]
  assert.throws(() => list(), /no such table/)
  assert.throws(() => insert([1]), /no such table/)
  db.exec("create table later (id integer primary key)")
  assert.deepStrictEqual(insert([1]), [])
  assert.throws(() => insert([1]), /UNIQUE/)
  assert.deepStrictEqual(insert([2]), [])
  assert.deepStrictEqual(list(), [{ id: 1 }, { id: 2 }])
  db.close()
})
