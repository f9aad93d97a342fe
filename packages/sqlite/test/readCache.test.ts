import { Board, Ports, Task } from "@boardwright/core"
import { assert, it } from "@effect/vitest"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Effect, Exit } from "effect"
import { prepared } from "../src/prepared.js"
import { readCache } from "../src/readCache.js"
import { aTask, givenBoards, newFile, onFile } from "./storage.js"

const total = Effect.flatMap(Task.TaskRepository, (tasks) =>
  Effect.map(tasks.list({ boardId: Board.BoardId.make("one") }, { page: 1, limit: 1, offset: 0 }), (page) => page.total)
)

const insert = (...ids: ReadonlyArray<string>) =>
  Effect.flatMap(Task.TaskRepository, (tasks) => tasks.insert(ids.map((id) => aTask(id, "one", "one-group"))))

it.effect("a total is up to date after a commit of this or another process", () =>
  onFile(function* (filename) {
    yield* givenBoards("one")
    yield* insert("a", "b")
    assert.strictEqual(yield* total, 2)
    yield* insert("c")
    assert.strictEqual(yield* total, 3)

    const other = openSqlite(filename)
    other.prepare("delete from boardwright_task where id <> 'a'").run()
    other.close()
    assert.strictEqual(yield* total, 1)
  })
)

it.effect("a total inside a transaction includes its own writes and is not cached", () =>
  onFile(function* () {
    yield* givenBoards("one")
    yield* insert("a", "b")
    assert.strictEqual(yield* total, 2)
    const undone = yield* Effect.exit(
      Ports.transactional(
        Effect.gen(function* () {
          yield* insert("c")
          assert.strictEqual(yield* total, 3)
          return yield* Effect.fail("no")
        })
      )
    )
    assert.isTrue(Exit.isFailure(undone))
    assert.strictEqual(yield* total, 2)
  })
)

it.scoped("a cached read runs once per set of parameters until a commit", () =>
  Effect.map(newFile, (filename) => {
    const writer = openSqlite(filename)
    writer.exec("pragma journal_mode = wal; create table noted (board text)")
    const reader = openSqlite(filename, { readonly: true })
    const count = prepared(reader, "select count(*) as total from noted where board = ?")
    let reads = 0
    const cached = readCache(prepared(reader, "pragma data_version"))((parameters) => {
      reads += 1
      return count(parameters)
    })
    const noted = (board: string) => writer.prepare("insert into noted values (?)").run(board)

    noted("a")
    assert.deepStrictEqual(cached(["a"]), [{ total: 1 }])
    assert.deepStrictEqual(cached(["a"]), [{ total: 1 }])
    assert.deepStrictEqual(cached(["b"]), [{ total: 0 }])
    assert.strictEqual(reads, 2)

    writer.exec("begin")
    noted("a")
    assert.deepStrictEqual(cached(["a"]), [{ total: 1 }])
    assert.strictEqual(reads, 2)
    writer.exec("commit")
    assert.deepStrictEqual(cached(["a"]), [{ total: 2 }])
    assert.strictEqual(reads, 3)
    reader.close()
    writer.close()
  })
)

it.scoped("a cache separates the results of two statements and stores no failure", () =>
  Effect.map(newFile, (filename) => {
    const writer = openSqlite(filename)
    writer.exec("pragma journal_mode = wal")
    const cache = readCache(prepared(writer, "pragma data_version"))
    const one = cache(() => [{ total: 1 }])
    let fails = true
    const two = cache(() => {
      if (fails) throw new Error("busy")
      return [{ total: 2 }]
    })
    assert.deepStrictEqual(one(["a"]), [{ total: 1 }])
    assert.throws(() => two(["a"]), /busy/)
    fails = false
    assert.deepStrictEqual(two(["a"]), [{ total: 2 }])
    assert.deepStrictEqual(one(["a"]), [{ total: 1 }])
    writer.close()
  })
)

it("a cache drops its results before it grows too large", () => {
  let reads = 0
  const cached = readCache(() => [{ data_version: 1 }])(() => [{ total: ++reads }])
  cached(["first"])
  for (let at = 1; at < 10_000; at++) cached([String(at)])
  assert.strictEqual(reads, 10_000)
  cached(["one more"])
  assert.deepStrictEqual(cached(["first"]), [{ total: 10_002 }])
})
