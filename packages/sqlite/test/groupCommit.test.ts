import { Mail, Ports } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Either, Exit, Fiber } from "effect"
import { aJob, commitsIn, committed, onFile, runSql } from "./storage.js"

const ids = (count: number) => Array.from({ length: count }, (_, index) => `job-${String(index).padStart(3, "0")}`)
const stored = (filename: string) => committed(filename, "select id from boardwright_mail_job order by id")

const enqueue = (id: string) => Effect.flatMap(Mail.MailQueue, (queue) => Ports.transactional(queue.enqueue(aJob(id))))

const together = { concurrency: "unbounded" } as const

describe("group commit", () => {
  it.effect("commits concurrent transactions together", () =>
    onFile(function* (filename) {
      const before = commitsIn(filename)
      yield* Effect.forEach(ids(64), enqueue, together)
      assert.isAtMost(commitsIn(filename) - before, 8)
      assert.deepStrictEqual(stored(filename), ids(64))
    })
  )

  it.effect("commits at most 64 transactions together", () =>
    onFile(function* (filename) {
      const before = commitsIn(filename)
      yield* Effect.forEach(ids(200), enqueue, together)
      assert.isAtLeast(commitsIn(filename) - before, 4)
      assert.strictEqual(stored(filename).length, 200)
    })
  )

  it.effect("acknowledges a transaction only when another connection sees its writes", () =>
    onFile(function* (filename) {
      const isSeen = (id: string) => Effect.map(enqueue(id), () => assert.include(stored(filename), id))
      yield* Effect.forEach(ids(40), isSeen, together)
    })
  )

  it.effect("rolls back only the transaction that fails, dies or is interrupted", () =>
    onFile(function* (filename) {
      const queue = yield* Mail.MailQueue
      const endings: ReadonlyArray<Effect.Effect<void, string>> = [
        Effect.void,
        Effect.fail("no"),
        Effect.die(new Error("no")),
        Effect.interrupt
      ]
      const exits = yield* Effect.forEach(
        ids(40),
        (id, index) =>
          Effect.exit(Ports.transactional(Effect.zipRight(queue.enqueue(aJob(id)), endings[index % 4] ?? Effect.void))),
        together
      )
      for (const [index, exit] of exits.entries()) assert.strictEqual(Exit.isSuccess(exit), index % 4 === 0)
      assert.isTrue(exits.some((exit) => Exit.isFailure(exit) && Cause.isFailType(exit.cause)))
      assert.deepStrictEqual(
        stored(filename),
        ids(40).filter((_, index) => index % 4 === 0)
      )
    })
  )

  it.effect("runs one transaction at a time, and the next sees what it wrote", () =>
    onFile(function* () {
      const queue = yield* Mail.MailQueue
      yield* queue.enqueue(aJob("counter"))
      const increment = Effect.gen(function* () {
        const [row] = yield* runSql("select attempts from boardwright_mail_job where id = 'counter'")
        yield* Effect.yieldNow()
        const { attempts } = row as { attempts: number }
        yield* runSql("update boardwright_mail_job set attempts = ? where id = 'counter'", attempts + 1)
      })
      yield* Effect.all(
        Array.from({ length: 50 }, () => Ports.transactional(increment)),
        together
      )
      assert.deepStrictEqual(yield* runSql("select attempts from boardwright_mail_job"), [{ attempts: 50 }])
    })
  )

  it.effect("fails all transactions of a failed commit, stores none of them, and continues", () =>
    onFile(function* (filename) {
      // A violated deferred foreign key fails at COMMIT.
      const poison = Effect.zipRight(
        runSql("pragma defer_foreign_keys = on"),
        runSql(
          "insert into boardwright_subtask (id, task_id, name, completed, created_at) values ('s', 'no task', 'n', 0, '2026-01-01T00:00:00.000Z')"
        )
      )
      const poisoning = Effect.either(Effect.asVoid(Ports.transactional(poison)))
      const kept: Array<string> = []
      // On a busy machine they may not all join one group: the others have a commit of their own, and the next round
      // tries again.
      const round = Effect.fnUntraced(function* (name: string) {
        const jobs = ids(6).map((id) => `${name} ${id}`)
        const enqueued = jobs.map((id) => Effect.either(enqueue(id)))
        const [poisoned, ...fates] = yield* Effect.all([poisoning, ...enqueued], together)
        assert.isTrue(Either.isLeft(poisoned))
        for (const fate of [poisoned, ...fates]) {
          if (Either.isLeft(fate)) assert.instanceOf(fate.left, Ports.StorageUnavailable)
        }
        kept.push(...jobs.filter((_, at) => fates[at]?._tag === "Right"))
        assert.deepStrictEqual(stored(filename), kept.toSorted())
        return fates.every(Either.isLeft)
      })
      let allFailed = false
      for (let at = 0; at < 20 && !allFailed; at += 1) allFailed = yield* round(`round-${String(at).padStart(2, "0")}`)
      assert.isTrue(allFailed, "all of a poisoned group fail")
      yield* enqueue("again")
      assert.deepStrictEqual(stored(filename), ["again", ...kept].toSorted())
    })
  )

  it.effect("survives a full disk, which rolls back the whole group", () =>
    onFile(function* (filename) {
      yield* enqueue("small")
      const [size] = committed(filename, "pragma page_count")
      yield* runSql(`pragma max_page_count = ${Number(size) + 2}`)
      const large = Effect.flatMap(Mail.MailQueue, (queue) =>
        Ports.transactional(queue.enqueue({ ...aJob("large"), email: "x".repeat(100_000) }))
      )
      const error = yield* Effect.flip(large)
      assert.instanceOf(error, Ports.StorageUnavailable)
      yield* runSql("pragma max_page_count = 1000000")
      yield* large
      assert.deepStrictEqual(stored(filename), ["large", "small"])
    })
  )

  it.effect("accepts no statement after one that failed", () =>
    onFile(function* (filename) {
      const exit = yield* Effect.exit(
        Ports.transactional(
          Effect.zipRight(
            Effect.exit(runSql("insert into boardwright_mail_job (id) values ('incomplete')")),
            Effect.flatMap(Mail.MailQueue, (queue) => Effect.exit(queue.enqueue(aJob("late"))))
          )
        )
      )
      assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      assert.deepStrictEqual(stored(filename), [])
    })
  )

  it.effect("undoes a savepoint in one of its transactions alone", () =>
    onFile(function* (filename) {
      const queue = yield* Mail.MailQueue
      const failing = (id: string) =>
        Effect.exit(Ports.transactional(Effect.zipRight(queue.enqueue(aJob(`${id}-lost`)), Effect.fail("no"))))
      const work = (id: string) => Ports.transactional(Effect.zipRight(failing(id), queue.enqueue(aJob(id))))
      yield* Effect.forEach(ids(20), work, together)
      assert.deepStrictEqual(stored(filename), ids(20))
    })
  )

  it.effect("dies on a statement of a fiber that outlives its transaction", () =>
    onFile(function* (filename) {
      const queue = yield* Mail.MailQueue
      const ended = yield* Deferred.make<void>()
      const late = yield* Ports.transactional(
        Effect.forkDaemon(Effect.zipRight(Deferred.await(ended), queue.enqueue(aJob("late"))))
      )
      yield* Deferred.succeed(ended, undefined)
      const exit = yield* Fiber.await(late)
      assert.isTrue(Exit.isFailure(exit) && Cause.pretty(exit.cause).includes("transaction had ended"))
      assert.deepStrictEqual(stored(filename), [])
    })
  )
})
