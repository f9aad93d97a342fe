import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { preparedStatements } from "./preparedStatements.js"

const placesOf = (text: string) => [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))

describe("statements", () => {
  it.effect("number their places from $1 on PostgreSQL, as many as SQLite has marks", () =>
    Effect.gen(function* () {
      const pg = yield* preparedStatements("pg")
      const sqlite = yield* preparedStatements("sqlite")
      assert.isAbove(pg.length, 60)
      assert.deepStrictEqual(
        pg.map(({ operation, writes }) => ({ operation, writes })),
        sqlite.map(({ operation, writes }) => ({ operation, writes }))
      )
      for (const [at, { operation, text }] of pg.entries()) {
        // Lists of rows are one parameter there, and rows of parameters in SQLite.
        const listed = text.includes("json_populate_recordset")
        const places = placesOf(text)
        assert.notInclude(text, "?", operation)
        assert.deepStrictEqual(
          places,
          places.map((_, index) => index + 1),
          operation
        )
        const marks = (sqlite[at]?.text ?? "").split("?").length - 1
        if (listed) assert.deepStrictEqual([places.length, marks % 50], [1, 0], operation)
        // A row is one parameter there too, beside the task that it belongs to.
        else if (text.includes("json_populate_record(")) assert.strictEqual(places.length, 2, operation)
        else assert.strictEqual(places.length, marks, operation)
      }
    })
  )

  it.effect("lock rows on PostgreSQL, where a transaction does not lock the database", () =>
    Effect.gen(function* () {
      const pg = yield* preparedStatements("pg")
      const locking = (words: string) =>
        pg.flatMap(({ operation, text }) => (text.includes(` ${words}`) ? [operation] : [])).toSorted()
      assert.deepStrictEqual(locking("for no key update"), [
        "AccountRepository.lock",
        "BoardRepository.lock",
        "BoardRepository.lockColumn",
        "KnownClientRepository.remember",
        "TaskRepository.hold",
        "TaskRepository.lock",
        "TaskRepository.lockSubtask",
        "WorkspaceRepository.lock"
      ])
      assert.deepStrictEqual(locking("for key share"), ["BoardRepository.holdGroup"])
      assert.deepStrictEqual(locking("for update skip locked"), ["MailQueue.claim"])
      for (const { text } of yield* preparedStatements("sqlite"))
        assert.notMatch(text, / for (no key |key )?(update|share)/)
    })
  )

  it.effect("give SQLite no bare value, for which it would plan anew at every run once someone ran ANALYZE", () =>
    Effect.gen(function* () {
      const sqlite = yield* preparedStatements("sqlite")
      assert.deepStrictEqual(
        sqlite.filter(({ text }) => /(?<!\+)\?/.test(text)),
        []
      )
      assert.isTrue(sqlite.some(({ text }) => text.includes("+?")))
    })
  )

  it.effect("write only where they say so", () =>
    Effect.gen(function* () {
      for (const { operation, text, writes } of yield* preparedStatements("sqlite")) {
        assert.strictEqual(/^(insert|update|delete) /.test(text), writes, operation)
      }
    })
  )
})
