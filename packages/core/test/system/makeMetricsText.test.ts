import { Mail, Metric, Ports, System } from "@boardwright/core"
import { aMailJob } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Duration, Effect, Fiber, Logger, TestClock } from "effect"
import { afterNoon, MINUTE, NOON, story, writingNothing, away } from "../support.js"

const valueOf = (text: string, name: string): number | null => {
  const [, value] = new RegExp(`^${name} (.+)$`, "m").exec(text) ?? []
  return value === undefined ? null : Number(value)
}

/** The text of new metrics, on queues that are read like this. */
const textOf = (read: System.Backlogs["Type"]["read"]) =>
  Effect.provideService(System.makeMetricsText(new Metric.Metrics()), System.Backlogs, { read })

describe("makeMetricsText", () => {
  story("writes how much waits, and for how long, without writing to storage", function* () {
    const queue = yield* Mail.MailQueue
    const text = yield* System.makeMetricsText(new Metric.Metrics())
    yield* queue.enqueue(aMailJob({ createdAt: afterNoon(0) }))
    yield* TestClock.setTime(NOON + 3 * MINUTE)
    yield* System.recordBackup({ name: "boards.db", bytes: 1 })
    const written = yield* writingNothing(text)
    assert.deepStrictEqual(
      [
        "boardwright_database_up",
        "boardwright_mail_queue_length",
        "boardwright_mail_queue_oldest_age_seconds",
        "boardwright_webhook_queue_length",
        "boardwright_webhook_queue_oldest_due_age_seconds",
        "boardwright_changes_unplaced",
        "boardwright_last_verified_backup_timestamp_seconds"
      ].map((name) => valueOf(written, name)),
      [1, 1, 180, 0, 0, 0, NOON / 1000 + 180]
    )
  })

  story("looks once in five seconds, however often and by how many it is read", function* () {
    let looks = 0
    const { read } = yield* System.Backlogs
    const text = yield* textOf(
      Effect.suspend(() => {
        looks++
        return read
      })
    )
    yield* Effect.all([text, text, text], { concurrency: "unbounded" })
    yield* TestClock.adjust(Duration.millis(Duration.toMillis(System.LOOK_EVERY) - 1))
    yield* text
    assert.strictEqual(looks, 1)
    yield* TestClock.adjust(Duration.millis(1))
    yield* text
    assert.strictEqual(looks, 2)
  })

  story("writes everything else, and none of the last values, while the database is away", function* () {
    yield* Effect.gen(function* () {
      const logged: Array<unknown> = []
      const logger = Logger.make<unknown, void>(({ message }) => void logged.push([message].flat()[0]))
      const { read } = yield* System.Backlogs
      const answers = [read, away, Effect.die("a table is gone"), read]
      const text = yield* textOf(Effect.suspend(() => answers.shift() ?? read))
      const seen: Array<unknown> = []
      for (let at = 0; at < 4; at++) {
        const written = yield* Effect.provide(text, Logger.replace(Logger.defaultLogger, logger))
        seen.push([valueOf(written, "boardwright_database_up"), valueOf(written, "boardwright_mail_queue_length")])
        assert.strictEqual(valueOf(written, "boardwright_http_rate_limited_requests_total"), 0)
        yield* TestClock.adjust(System.LOOK_EVERY)
      }
      assert.deepStrictEqual(seen, [
        [1, 0],
        [0, null],
        [0, null],
        [1, 0]
      ])
      assert.deepStrictEqual(logged.slice(0, 2), ["storage is unavailable", "unexpected failure"])
    }).pipe(Effect.provide(Ports.newOutage))
  })

  story("waits two seconds for a database that hangs and cannot be interrupted", function* () {
    const text = yield* textOf(Effect.uninterruptible(Effect.never))
    const hanging = yield* Effect.fork(text)
    yield* TestClock.adjust(System.LOOK_WITHIN)
    assert.strictEqual(valueOf(yield* Fiber.join(hanging), "boardwright_database_up"), 0)
  })
})
