import { Database, repositories } from "@boardwright/sql"
import type { PlainStatement } from "@boardwright/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { onFile, runSql } from "./storage.js"

/** Every statement that the repositories prepare. */
const statements = Effect.gen(function* () {
  const found: Array<PlainStatement> = []
  const database = yield* Database
  const listening = Layer.succeed(Database, {
    ...database,
    prepare: (statement) => {
      found.push(statement)
      return database.prepare(statement)
    }
  })
  yield* Effect.scoped(Layer.build(Layer.provide(repositories, listening)))
  return found
})

const planOf = ({ text }: PlainStatement) =>
  runSql(`explain query plan ${text}`, ...Array.from(text.matchAll(/\?/g), () => null)).pipe(
    Effect.map((rows) => rows.map((row) => (row as { detail: string }).detail))
  )

/** What the operator asks of all there is. */
const OF_EVERYBODY = ["AccountRepository.list", "WorkspaceRepository.listAll", "WorkspaceRepository.listNamed"]

describe("query plans", () => {
  it.effect("look every row up by an index, but where everybody's are listed", () =>
    onFile(() =>
      Effect.gen(function* () {
        const everything = yield* statements
        const all = everything.filter(({ operation }) => !OF_EVERYBODY.includes(operation))
        assert.strictEqual(everything.length - all.length, 2 * OF_EVERYBODY.length)
        assert.isAbove(all.length, 60)
        for (const statement of all) {
          const scans = (yield* planOf(statement)).filter(
            // Rows of a parameter, of a `values` clause, and of what an index has picked already.
            (step) => step.startsWith("SCAN") && !/^SCAN (json_each|\d+-ROW VALUES|CONSTANT ROW|visible)/.test(step)
          )
          assert.deepStrictEqual(scans, [], `${statement.operation}: ${statement.text}`)
        }
      })
    )
  )

  it.effect("read every list of tasks in its order, sorting nothing", () =>
    onFile(() =>
      Effect.gen(function* () {
        const lists = (yield* statements).filter(
          ({ operation, text }) => operation === "TaskRepository.list" && text.includes("limit")
        )
        assert.strictEqual(lists.length, 8)
        for (const list of lists) {
          const plan = yield* planOf(list)
          assert.notInclude(plan.join("\n"), "USE TEMP B-TREE FOR ORDER BY", list.text)
          assert.notInclude(plan.join("\n"), "LAST TERM", list.text)
        }
      })
    )
  )

  it.effect("find the due mail and the expired tokens by their times", () =>
    onFile(() =>
      Effect.gen(function* () {
        const plans = yield* Effect.forEach(yield* statements, (statement) =>
          Effect.map(planOf(statement), (plan) => `${statement.operation} ${plan.join("\n")}`)
        )
        const plan = (operation: string) => plans.find((text) => text.startsWith(`${operation} `)) ?? ""
        assert.include(plan("MailQueue.claim"), "boardwright_mail_job_due (due_at<?)")
        assert.include(plan("EmailTokenRepository.removeExpired"), "boardwright_email_token_expiry (expires_at<?)")
        assert.include(plan("EmailTokenRepository.removeUnused"), "boardwright_email_token_unused (user_id=?")
      })
    )
  )
})
