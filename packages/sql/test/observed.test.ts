import { assert, describe, it } from "@effect/vitest"
import { Ports, Trace } from "@boardwright/core"
import { observedDatabase, observedTransactor } from "@boardwright/sql"
import { Effect, Exit } from "effect"

/** A database whose statements take 5 ms each, begins 10, commits 100, and a clock for them. */
const given = () => {
  let now = 0
  const after = (millis: number) => Effect.sync(() => void (now += millis))
  const time = new Trace.DatabaseTime(() => now)
  const transact = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.zipRight(after(10), Effect.ensuring(work, after(100)))
  const database = observedDatabase({
    dialect: "sqlite",
    prepare:
      ({ operation }) =>
      () =>
        Effect.zipRight(
          after(5),
          operation === "fails" ? new Ports.StorageUnavailable({ operation, cause: null }) : Effect.succeed([])
        ),
    atomic: transact,
    inTransaction: Effect.succeed(false),
    writes: Effect.succeed("ok")
  })
  const transactor = observedTransactor({ transact, alone: Effect.void })
  const statement = (operation: string) => database.prepare({ operation, text: "", writes: false })([])
  const count = <A, E>(work: Effect.Effect<A, E>) =>
    Effect.map(Effect.exit(Effect.locally(work, Trace.databaseTime, time)), (exit) => ({
      exit,
      millis: time.millis,
      statements: time.statements
    }))
  return { after, count, database, statement, time, transactor }
}

describe("the time that a request waits for the database", () => {
  it.effect("is that of its statements, also of those that fail", () =>
    Effect.gen(function* () {
      const { after, count, statement } = given()
      const counted = yield* count(
        statement("one").pipe(Effect.zipRight(after(70)), Effect.zipRight(statement("fails")))
      )
      assert.deepStrictEqual([counted.millis, counted.statements], [10, 2])
      assert.isTrue(Exit.isFailure(counted.exit))
    })
  )

  it.effect("has the beginning and end of a transaction, and not what it does between", () =>
    Effect.gen(function* () {
      for (const kind of ["transact", "atomic"] as const) {
        const { after, count, database, statement, transactor } = given()
        const run = kind === "transact" ? transactor.transact : database.atomic
        const { millis, statements } = yield* count(run(Effect.zipRight(after(1_000), statement("one"))))
        assert.deepStrictEqual([millis, statements], [115, 1])
        const failed = yield* count(run(Effect.zipRight(after(1_000), statement("fails"))))
        assert.deepStrictEqual([failed.millis, failed.statements], [230, 2])
      }
    })
  )

  it.effect("counts waits that overlap once, and one that has not ended until now", () =>
    Effect.gen(function* () {
      const { after, time } = given()
      time.begin()
      yield* after(1)
      time.begin()
      yield* after(2)
      time.end()
      yield* after(3)
      assert.strictEqual(time.millis, 6)
      time.end()
      yield* after(4)
      assert.strictEqual(time.millis, 6)
    })
  )

  it.effect("is not counted where nobody asks", () =>
    Effect.gen(function* () {
      const { statement, time, transactor } = given()
      yield* transactor.transact(statement("one"))
      assert.deepStrictEqual([time.millis, time.statements], [0, 0])
    })
  )
})
