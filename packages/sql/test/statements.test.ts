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
        const places = placesOf(text)
        assert.notInclude(text, "?", operation)
        assert.deepStrictEqual(
          places,
          places.map((_, index) => index + 1),
          operation
        )
        assert.strictEqual(places.length, (sqlite[at]?.text ?? "").split("?").length - 1, operation)
      }
    })
  )

  it.effect("lock rows on PostgreSQL, where a transaction does not lock the database", () =>
    Effect.gen(function* () {
      const locking = (yield* preparedStatements("pg")).filter(({ text }) => text.includes("for update"))
      assert.deepStrictEqual(locking.map(({ operation }) => operation).toSorted(), [
        "BoardRepository.lock",
        "BoardRepository.lockColumn",
        "MailQueue.claim",
        "TaskRepository.lock",
        "TaskRepository.lockSubtask",
        "WorkspaceRepository.lock"
      ])
      for (const { text } of yield* preparedStatements("sqlite")) assert.notInclude(text, "for update")
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
