import { Board, Ports, Task } from "@boardwright/core"
import { assert, it } from "@effect/vitest"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Effect, Exit } from "effect"
import { keptAnswers } from "../src/keptAnswers.js"
import { prepared } from "../src/prepared.js"
import { aTask, givenBoards, newFile, onFile } from "./storage.js"

const total = Effect.flatMap(Task.TaskRepository, (tasks) =>
  Effect.map(tasks.list({ boardId: Board.BoardId.make("one") }, { page: 1, limit: 1, offset: 0 }), (page) => page.total)
)

const insert = (...ids: ReadonlyArray<string>) =>
  Effect.flatMap(Task.TaskRepository, (tasks) => tasks.insert(ids.map((id) => aTask(id, "one", "one-group"))))

it.effect("a total is the latest, whoever committed", () =>
  onFile((filename) =>
    Effect.gen(function* () {
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
)

it.effect("a total inside a transaction has what it wrote, and nobody keeps that", () =>
  onFile(() =>
    Effect.gen(function* () {
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
)

it.scoped("is read once for the same parameters until something is committed", () =>
  Effect.map(newFile, (filename) => {
    const writer = openSqlite(filename)
    writer.exec("pragma journal_mode = wal; create table noted (board text)")
    const reader = openSqlite(filename, { readonly: true })
    const count = prepared(reader, "select count(*) as total from noted where board = ?")
    let reads = 0
    const kept = keptAnswers(prepared(reader, "pragma data_version"))((parameters) => {
      reads += 1
      return count(parameters)
    })
    const noted = (board: string) => writer.prepare("insert into noted values (?)").run(board)

    noted("a")
    assert.deepStrictEqual(kept(["a"]), [{ total: 1 }])
    assert.deepStrictEqual(kept(["a"]), [{ total: 1 }])
    assert.deepStrictEqual(kept(["b"]), [{ total: 0 }])
    assert.strictEqual(reads, 2)

    writer.exec("begin")
    noted("a")
    assert.deepStrictEqual(kept(["a"]), [{ total: 1 }])
    assert.strictEqual(reads, 2)
    writer.exec("commit")
    assert.deepStrictEqual(kept(["a"]), [{ total: 2 }])
    assert.strictEqual(reads, 3)
    reader.close()
    writer.close()
  })
)

it.scoped("keeps apart what two statements answer, and no failure", () =>
  Effect.map(newFile, (filename) => {
    const writer = openSqlite(filename)
    writer.exec("pragma journal_mode = wal")
    const keep = keptAnswers(prepared(writer, "pragma data_version"))
    const one = keep(() => [{ total: 1 }])
    let fails = true
    const two = keep(() => {
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

it("forgets all of them before they are too many", () => {
  let reads = 0
  const kept = keptAnswers(() => [{ data_version: 1 }])(() => [{ total: ++reads }])
  kept(["first"])
  for (let at = 1; at < 10_000; at++) kept([String(at)])
  assert.strictEqual(reads, 10_000)
  kept(["one more"])
  assert.deepStrictEqual(kept(["first"]), [{ total: 10_002 }])
})
