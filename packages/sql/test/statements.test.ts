import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { preparedStatements } from "./preparedStatements.js"

const placesOf = (text: string) => [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))

describe("statements", () => {
  it.effect("have numbered placeholders on PostgreSQL, as many as there are on SQLite", () =>
    Effect.gen(function* () {
      const all = yield* preparedStatements("pg")
      // Words are in a table of their own on SQLite, and found in another way.
      const apart = new Set(["ChangeRepository.place", "IdempotencyRepository.limitWait", "SearchIndex.find"])
      const sqlite = (yield* preparedStatements("sqlite")).filter(
        ({ operation, text }) => !apart.has(operation) && !text.startsWith("insert into boardwright_search_text")
      )
      const pg = all.filter(({ operation }) => !apart.has(operation))
      assert.deepStrictEqual([pg.length > 60, all.length - pg.length], [true, 31])
      assert.deepStrictEqual(
        pg.map(({ operation, writes }) => ({ operation, writes })),
        sqlite.map(({ operation, writes }) => ({ operation, writes }))
      )
      for (const [at, { operation, text }] of pg.entries()) {
        // A list of rows is one JSON parameter on PostgreSQL and one parameter per field on SQLite.
        const listed = text.startsWith("insert") && text.includes("json_populate_recordset")
        const places = placesOf(text)
        assert.notInclude(text, "?", operation)
        assert.deepStrictEqual(
          places,
          places.map((_, index) => index + 1),
          operation
        )
        const marks = (sqlite[at]?.text ?? "").split("?").length - 1
        if (listed) assert.deepStrictEqual([places.length, marks % 50], [1, 0], operation)
        // A row is one JSON parameter too, besides the id of its task.
        else if (text.includes("json_populate_record(")) assert.strictEqual(places.length, 2, operation)
        else assert.strictEqual(places.length, marks, operation)
      }
    })
  )

  it.effect("lock rows on PostgreSQL and not on SQLite, where a transaction locks the database", () =>
    Effect.gen(function* () {
      const pg = yield* preparedStatements("pg")
      const locking = (words: string) =>
        pg.flatMap(({ operation, text }) => (text.includes(` ${words}`) ? [operation] : [])).toSorted()
      assert.deepStrictEqual(locking("for no key update"), [
        "AccountRepository.lock",
        "ApiTokenRepository.insert",
        "BoardRepository.clearColumn",
        "BoardRepository.holdGroups",
        "BoardRepository.lock",
        "BoardRepository.lockAgainstTasks",
        "BoardRepository.lockGroup",
        "BoardRepository.lockOf",
        "BoardRepository.lockOptions",
        "BoardRepository.lockTasksOf",
        "ChangeRepository.place",
        "KnownClientRepository.remember",
        "SearchIndex.update",
        "SessionRepository.insert",
        "TaskRepository.hold",
        "TaskRepository.lock",
        "TaskRepository.lockComment",
        "TaskRepository.lockMany",
        "TaskRepository.lockSubtask",
        "TaskRepository.lockTimeEntry",
        "TaskRepository.lockWithNext",
        "TrashRepository.lock",
        "WebhookRepository.lock",
        "WorkspaceRepository.lock",
        "WorkspaceRepository.lockOf"
      ])
      assert.deepStrictEqual(locking("for update"), [
        "BoardRepository.clearColumn",
        "BoardRepository.lockAgainstTasks",
        "BoardRepository.lockColumn",
        "BoardRepository.lockTasksOf",
        "BoardRepository.removeColumn",
        "BoardRepository.removeGroup",
        "MailQueue.claim"
      ])
      assert.deepStrictEqual(locking("for key share"), [
        "BoardRepository.findPlace",
        "BoardRepository.findPlace",
        "BoardRepository.holdColumns",
        "BoardRepository.holdColumns",
        "BoardRepository.holdGroup",
        "BoardRepository.holdGroups"
      ])
      assert.deepStrictEqual(locking("for update skip locked"), ["MailQueue.claim"])
      for (const { text } of yield* preparedStatements("sqlite"))
        assert.notMatch(text, / for (no key |key )?(update|share)/)
    })
  )

  it.effect("have no bare placeholder on SQLite, which would prepare them again at each run after ANALYZE", () =>
    Effect.gen(function* () {
      const sqlite = yield* preparedStatements("sqlite")
      assert.deepStrictEqual(
        sqlite.filter(({ text }) => /(?<!\+)\?/.test(text)),
        []
      )
      assert.isTrue(sqlite.some(({ text }) => text.includes("+?")))
    })
  )

  it.effect("declare whether they write", () =>
    Effect.gen(function* () {
      for (const { operation, text, writes } of yield* preparedStatements("sqlite")) {
        assert.strictEqual(/^(with given .*? )?(insert|update|delete) /.test(text), writes, operation)
      }
    })
  )
})
