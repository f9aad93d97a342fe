import { execFile } from "node:child_process"
import { statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { type Account, Board, Ports, Search, Task } from "@boardwright/core"
import { Database, type SqlStatement } from "@boardwright/sql"
import * as Sqlite from "@boardwright/sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, Option, Runtime, Scope } from "effect"
import { codeOf } from "../src/errors.js"
import { openLongReads } from "../src/LongReads.js"
import { aTask, givenBoards, newFile, onFile, enqueue } from "./storage.js"

const BOARD = Board.BoardId.make("board")
const FIRST_PAGE = { page: 1, limit: 10, offset: 0 }
const ALL_TASKS: Task.TaskQuery = { assignees: null, cells: null, oneOf: [], ranges: [], sort: [], words: [] }
const JOBS = "select id from boardwright_mail_job order by id"

const SCRIPT = new URL("../dist/readWorker.bundle.js", import.meta.url)

const read = (text: string, more: Partial<SqlStatement> = {}) =>
  Effect.flatMap(Database, (database) =>
    database.prepare({ operation: "test", text, writes: false, long: true, ...more })([])
  )

/** Whether an effect that succeeds ran to its end at once, on the thread of its caller. */
const isSynchronous = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const fiber = Runtime.runFork(yield* Effect.runtime<R>())(effect)
  const isDone = fiber.unsafePoll() !== null
  yield* Fiber.join(fiber)
  return isDone
})

const failedOperation = (cause: Cause.Cause<Ports.StorageUnavailable>): string =>
  Option.match(Cause.failureOption(cause), { onNone: () => Cause.pretty(cause), onSome: ({ operation }) => operation })

/** Starts an effect at once, without a turn of the event loop. */
const started = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.runtime<R>(), (runtime) => Runtime.runFork(runtime)(effect))

/** Reads of a file that does not exist, by a thread with this script. */
const byScript = (script: string) => {
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`)
  return openLongReads({ filename: "missing", patienceMillis: 0 }, Effect.void, url)
}

describe("a long read", () => {
  it.effect("is one by search, and of lists by an assignee, by conditions or sorted, and no other of a board", () =>
    onFile(function* () {
      yield* givenBoards("board")
      const tasks = yield* Task.TaskRepository
      const { people } = yield* Board.BoardRepository
      const { find } = yield* Search.SearchIndex
      yield* tasks.insert([aTask("task", "board", "board-group")])
      const include = { columnValues: true, counts: true }
      const lists = (filter: Omit<Task.TaskFilter, "boardId">) => [
        tasks.list({ boardId: BOARD, ...filter }, FIRST_PAGE),
        tasks.listWith({ boardId: BOARD, ...filter }, FIRST_PAGE, include)
      ]
      const sort: Task.TaskQuery["sort"] = [{ by: "field", field: "name", descending: false }]
      const oneOf: Task.TaskQuery["oneOf"] = [{ field: "status", values: ["pending"] }]
      const long: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        ...lists({ query: { ...ALL_TASKS, sort } }),
        ...lists({ query: { ...ALL_TASKS, oneOf } }),
        ...lists({ assignee: "ada" as Account.UserId }),
        find({ words: ["write"], userId: null, places: null }),
        people(BOARD, FIRST_PAGE)
      ]
      const short: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        ...lists({}),
        ...lists({ status: "pending" }),
        ...lists({ groupId: Board.GroupId.make("board-group") }),
        tasks.find(Task.TaskId.make("task"), null)
      ]
      for (const each of long) assert.isFalse(yield* isSynchronous(each))
      for (const each of short) assert.isTrue(yield* isSynchronous(each))
    })
  )

  it.effect("sees what was committed before it, also by transactions that shared a commit", () =>
    onFile(function* () {
      const ids = Array.from({ length: 100 }, (_, index) => `job-${index}`)
      const writeAndRead = (id: string) =>
        Effect.zipRight(enqueue(id), read(`select id from boardwright_mail_job where id = '${id}'`))
      const seen = yield* Effect.forEach(ids, writeAndRead, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        seen,
        ids.map((id) => [{ id }])
      )
    })
  )

  it.effect("sees in a transaction what that wrote, which others see after the commit", () =>
    onFile(function* () {
      const [wrote, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const writing = yield* Effect.fork(
        Ports.transactional(
          Effect.gen(function* () {
            yield* enqueue("mine")
            assert.isTrue(yield* isSynchronous(read(JOBS)))
            assert.deepStrictEqual(yield* read(JOBS), [{ id: "mine" }])
            yield* Deferred.succeed(wrote, undefined)
            yield* Deferred.await(mayEnd)
          })
        )
      )
      yield* Deferred.await(wrote)
      assert.deepStrictEqual(yield* read(JOBS), [])
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(writing)
      assert.deepStrictEqual(yield* read(JOBS), [{ id: "mine" }])
    })
  )

  it.effect("runs in memory too", () =>
    Effect.gen(function* () {
      yield* enqueue("one")
      assert.deepStrictEqual(yield* read(JOBS), [{ id: "one" }])
    }).pipe(Effect.provide(Sqlite.layer({ filename: ":memory:" })))
  )

  it.effect("fails as any other read does", () =>
    onFile(function* () {
      const failureOf = (text: string, long: boolean) =>
        Effect.map(Effect.flip(Effect.sandbox(read(text, { long }))), Cause.squash)
      for (const text of ["select missing from boardwright_task", "select json('{')", "select zeroblob(2000000000)"]) {
        const [long, short] = [yield* failureOf(text, true), yield* failureOf(text, false)]
        assert.match(String(long), /^Error: test failed: SQLITE_(ERROR|TOOBIG)$/)
        assert.deepStrictEqual([String(long), codeOf(long)], [String(short), codeOf(short)])
      }
    })
  )
})

describe("the thread of long reads", () => {
  it.scoped("starts with the first of them and ends with the storage", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const scope = yield* Scope.make()
      const reads = yield* Scope.extend(openLongReads({ filename, patienceMillis: 0 }, Effect.void, SCRIPT), scope)
      yield* Effect.scoped(Layer.build(Sqlite.layer({ filename })))
      assert.isFalse(reads.isStarted)
      assert.deepStrictEqual(yield* reads.prepare("test", JOBS, undefined)([]), [])
      assert.isTrue(reads.isStarted)
      yield* Scope.close(scope, Exit.void)
      assert.isFalse(reads.isStarted)
      const closed = yield* Effect.flip(reads.prepare("test", JOBS, undefined)([]))
      assert.instanceOf(closed, Ports.StorageUnavailable)
    })
  )

  it.scoped("does not start while the name of the file refers to another one", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.scoped(Layer.build(Sqlite.layer({ filename })))
      const moved = new Ports.StorageUnavailable({ operation: "test", cause: new Error("moved") })
      let isSame = false
      const isSameFile = Effect.suspend(() => (isSame ? Effect.void : Effect.fail(moved)))
      const reads = yield* openLongReads({ filename, patienceMillis: 0 }, isSameFile, SCRIPT)
      const run = reads.prepare("test", JOBS, undefined)
      assert.strictEqual(yield* Effect.flip(run([])), moved)
      assert.isFalse(reads.isStarted)
      isSame = true
      assert.deepStrictEqual(yield* run([]), [])
    })
  )

  it.scoped("closes its connection before the storage ends, which leaves no log", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.provide(Effect.zipRight(enqueue("one"), read(JOBS)), Sqlite.layer({ filename }))
      assert.throws(() => statSync(`${filename}-wal`))
    })
  )

  it.scoped("has a bounded queue, in which an interrupted read frees its place", () =>
    Effect.gen(function* () {
      const reads = yield* byScript(`
        import { parentPort } from "node:worker_threads"
        parentPort.on("message", (read) => read === null ? parentPort.close() : parentPort.postMessage({ rows: read.parameters }))`)
      const run = reads.prepare("test", "", undefined)
      const [first, ...waiting] = yield* Effect.forEach(
        Array.from({ length: 1001 }, (_, nth) => nth),
        (nth) => started(run([nth]))
      )
      assert.instanceOf(yield* Effect.flip(run(["refused"])), Ports.StorageUnavailable)
      assert.strictEqual(reads.waiting, 1000)
      yield* Fiber.interrupt(waiting[20]!)
      assert.strictEqual(reads.waiting, 999)
      const last = yield* started(run(["last"]))
      assert.deepStrictEqual(yield* Fiber.join(first!), [0])
      assert.deepStrictEqual(yield* Fiber.join(waiting[999]!), [1000])
      assert.deepStrictEqual(yield* Fiber.join(last), ["last"])
      assert.strictEqual(reads.waiting, 0)
    })
  )

  it.scoped("passes on the errors of either driver", () =>
    Effect.gen(function* () {
      const reads = yield* byScript(`
        import { parentPort } from "node:worker_threads"
        parentPort.on("message", (read) => {
          if (read === null) return parentPort.close()
          const [code, errcode] = read.parameters
          parentPort.postMessage({ failure: { message: "planned", code, errcode } })
        })`)
      const run = reads.prepare("test", "", undefined)
      for (const codes of [["SQLITE_IOERR_READ"], ["ERR_SQLITE_ERROR", 10]]) {
        const failure = yield* Effect.flip(run(codes))
        assert.strictEqual(failure.operation, "test")
        assert.match(String(codeOf(failure.cause)), /^SQLITE_IOERR/)
      }
    })
  )

  it("keeps its process until the thread has ended, also where it is closed while it reads", async () => {
    const module = (name: string) => JSON.stringify(new URL(`../dist/${name}`, import.meta.url).href)
    const program = `
      import { Effect } from "effect"
      import { LongReads } from ${module("LongReads.js")}
      const script = new URL(${module("readWorker.bundle.js")})
      const reads = new LongReads({ filename: ":memory:", patienceMillis: 0 }, Effect.void, script)
      const text = "with recursive n (i) as (values (1) union all select i + 1 from n where i < 300000) select count(*) from n"
      Effect.runFork(reads.prepare("test", text, undefined)([]))
      await reads.close()
      console.log("closed")`
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      cwd: fileURLToPath(new URL("..", import.meta.url))
    })
    assert.strictEqual(stdout, "closed\n")
  })

  it.scoped("is replaced if it ends, and only the read that it ran fails", () =>
    Effect.gen(function* () {
      const reads = yield* byScript(`
        import { parentPort } from "node:worker_threads"
        parentPort.on("message", (read) => {
          if (read?.text === "end") process.exit(1)
          if (read?.text === "throw") throw new Error("planned")
          return read === null ? parentPort.close() : parentPort.postMessage({ rows: [read.text] })
        })`)
      const texts = ["one", "end", "two", "throw", "three"]
      const running = yield* Effect.forEach(texts, (text) => started(reads.prepare(text, text, undefined)([])))
      const exits = yield* Effect.forEach(running, (fiber) => Fiber.await(fiber))
      assert.deepStrictEqual(
        exits.map((exit) => (Exit.isSuccess(exit) ? exit.value : failedOperation(exit.cause))),
        [["one"], "end", ["two"], "throw", ["three"]]
      )
    })
  )
})
