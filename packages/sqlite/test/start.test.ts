import { execFile, spawn } from "node:child_process"
import { chmodSync, mkdirSync, openSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Mail, Task } from "@boardwright/core"
import { steps } from "@boardwright/sql"
import * as Sqlite from "@boardwright/sqlite"
import { assert, describe, it } from "@effect/vitest"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Effect, Layer } from "effect"
import { openWriter } from "../src/openWriter.js"
import { aJob, aTask, committed, folder, givenBoards, newFile } from "./storage.js"

const MIGRATIONS = Object.keys(steps).length

const refused = (options: Sqlite.SqliteOptions) => Effect.scoped(Effect.flip(Layer.build(Sqlite.layer(options))))
const startAndStop = (filename: string) => Effect.scoped(Layer.build(Sqlite.layer({ filename })))

const assertOneLine = (error: Sqlite.StorageNotUsable, expected: RegExp) => {
  assert.instanceOf(error, Sqlite.StorageNotUsable)
  assert.match(error.message, expected)
  assert.notInclude(error.message, "\n")
}

const packageFolder = fileURLToPath(new URL("..", import.meta.url))
/** The arguments of a Node process that opens the storage and runs `use`. */
const program = (filename: string, use: string, options = "") => [
  "--input-type=module",
  "-e",
  `import * as Sqlite from "@boardwright/sqlite"; import { Effect, Layer } from "effect"
   const storage = Sqlite.layer({ filename: ${JSON.stringify(filename)}, ${options} })
   await Effect.runPromise(Effect.scoped(Effect.zipRight(Layer.build(storage), ${use})))`
]

describe("starting", () => {
  it.scoped("creates and migrates a file, and leaves no log behind", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* startAndStop(filename)
      yield* startAndStop(filename)
      assert.strictEqual(committed(filename, "select max(migration_id) from boardwright_migrations")[0], MIGRATIONS)
      assert.strictEqual(readFileSync(filename).subarray(18, 20).toString("hex"), "0202", "write-ahead log")
    })
  )

  it.scoped("has moved all writes into the file when it stops", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.flatMap(Mail.MailQueue, (queue) => queue.enqueue(aJob("kept"))).pipe(
        Effect.provide(Sqlite.layer({ filename }))
      )
      assert.throws(() => statSync(`${filename}-wal`))
      assert.deepStrictEqual(committed(filename, "select id from boardwright_mail_job"), ["kept"])
    })
  )

  it.scopedLive("lets four processes migrate one empty file at once", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const run = promisify(execFile)
      yield* Effect.all(
        Array.from({ length: 4 }, () =>
          Effect.promise(() => run(process.execPath, program(filename, "Effect.void"), { cwd: packageFolder }))
        ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(committed(filename, "select count(*) from boardwright_migrations")[0], MIGRATIONS)
    })
  )

  it.scopedLive("lets eight layers of one process migrate one empty file at once", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.all(
        Array.from({ length: 8 }, () => startAndStop(filename)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(committed(filename, "select count(*) from boardwright_migrations")[0], MIGRATIONS)
    })
  )

  it.scoped("leaves the connection with the same cache size on every driver", () =>
    Effect.gen(function* () {
      const writer = yield* openWriter(yield* newFile, 1_000)
      assert.strictEqual(writer.connection.db.pragma("cache_size", { simple: true }), -16_000)
    })
  )

  it.scoped("refuses a database that a newer version wrote", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* startAndStop(filename)
      const newer = Effect.sync(() => openSqlite(filename)).pipe(
        Effect.map((db) => {
          db.exec("insert into boardwright_migrations (migration_id, name) values (99, 'future')")
          db.close()
        })
      )
      yield* newer
      assertOneLine(yield* refused({ filename }), new RegExp(`newer version of Boardwright .*99.*${MIGRATIONS}`))
    })
  )

  it.scoped("refuses a file that is not a database", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      writeFileSync(filename, "once upon a time ".repeat(1000))
      assertOneLine(yield* refused({ filename }), /boardwright\.db is damaged or is no SQLite database/)
    })
  )

  it.scoped("refuses a damaged database that would still open", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        yield* givenBoards("one")
        const tasks = yield* Task.TaskRepository
        yield* tasks.insert(Array.from({ length: 500 }, (_, index) => aTask(`task-${index}`, "one", "one-group")))
      }).pipe(Effect.provide(Sqlite.layer({ filename })))
      const [root] = committed(filename, "select rootpage from sqlite_master where name = 'boardwright_task'")
      writeSync(openSync(filename, "r+"), Buffer.alloc(4096, 0x5a), 0, 4096, (Number(root) - 1) * 4096)
      assertOneLine(yield* refused({ filename }), /boardwright\.db is damaged/)
    })
  )

  it.scoped("refuses a database whose end is cut off", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* startAndStop(filename)
      truncateSync(filename, statSync(filename).size - 4096)
      assertOneLine(yield* refused({ filename }), /boardwright\.db is damaged/)
    })
  )

  it.scopedLive("reads as much of a large file as of a small one", () =>
    Effect.gen(function* () {
      const [small, large] = [yield* newFile, yield* newFile]
      for (const filename of [small, large]) yield* startAndStop(filename)
      const size = 64 * 2 ** 20
      const filling = openSqlite(large)
      filling.exec(`create table filler (bytes blob); insert into filler values (zeroblob(${size}))`)
      filling.close()
      const run = promisify(execFile)
      const bytesReadBy = (filename: string, use: string) =>
        Effect.promise(async () => {
          const count =
            'console.log(/rchar: (\\d+)/.exec(process.getBuiltinModule("fs").readFileSync("/proc/self/io", "utf8"))[1])'
          const counted = `Effect.zipRight(${use}, Effect.sync(() => ${count}))`
          const { stdout } = await run(process.execPath, program(filename, counted), { cwd: packageFolder })
          return Number(stdout)
        })
      const ofSmall = yield* bytesReadBy(small, "Effect.void")
      assert.isBelow((yield* bytesReadBy(large, "Effect.void")) - ofSmall, 2 ** 20)
      const check = `Sqlite.checkFile(${JSON.stringify(large)})`
      assert.isAbove((yield* bytesReadBy(large, check)) - ofSmall, size)
    })
  )

  it.scoped("refuses a missing folder, and a folder in place of the file", () =>
    Effect.gen(function* () {
      const path = yield* folder
      assertOneLine(yield* refused({ filename: join(path, "missing", "b.db") }), /its folder is missing/)
      mkdirSync(join(path, "folder.db"))
      assertOneLine(yield* refused({ filename: join(path, "folder.db") }), /it is a folder itself/)
    })
  )

  it.scoped("refuses a read-only file and a read-only folder", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* startAndStop(filename)
      chmodSync(filename, 0o444)
      chmodSync(dirname(filename), 0o555)
      // Root may write everything, so the test runs as another user meanwhile.
      yield* Effect.acquireRelease(
        Effect.sync(() => process.getuid?.() === 0 && process.seteuid?.(65_534)),
        (changed) => Effect.sync(() => changed !== false && process.seteuid?.(0))
      )
      assertOneLine(yield* refused({ filename }), /cannot be (written|opened)/)
      assertOneLine(yield* refused({ filename: join(dirname(filename), "new.db") }), /it is a folder itself/)
    })
  )
})

describe("an exclusive server", () => {
  it.scoped("refuses a second server on its file, but no tool", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Layer.build(Sqlite.layer({ filename, exclusive: true }))
          assertOneLine(yield* refused({ filename, exclusive: true }), /is in use by another server/)
          yield* startAndStop(filename)
        })
      )
      yield* Effect.scoped(Layer.build(Sqlite.layer({ filename, exclusive: true })))
    })
  )

  it.scopedLive("releases its file when it is killed", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const use = 'Effect.zipRight(Effect.sync(() => console.log("up")), Effect.never)'
      const server = spawn(process.execPath, program(filename, use, "exclusive: true"), { cwd: packageFolder })
      yield* Effect.promise(() => new Promise((resolve) => server.stdout.once("data", resolve)))
      assertOneLine(yield* refused({ filename, exclusive: true }), /is in use by another server/)
      yield* Effect.promise(
        () =>
          new Promise((resolve) => {
            server.once("exit", resolve)
            server.kill("SIGKILL")
          })
      )
      yield* Effect.scoped(Layer.build(Sqlite.layer({ filename, exclusive: true })))
    })
  )
})
