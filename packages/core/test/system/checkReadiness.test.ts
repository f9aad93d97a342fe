import { Mail, Ports, System } from "@boardwright/core"
import { aMailJob } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Logger, TestClock } from "effect"
import { afterNoon, MINUTE, NOON, story, writingNothing, away } from "../support.js"

const READY: System.Readiness = { ready: true, checks: { storage: "ok", migrations: "ok", writes: "ok", mail: "ok" } }
const FAILING: System.Readiness = {
  ready: false,
  checks: { storage: "failing", migrations: "unknown", writes: "unknown", mail: "unknown" }
}

/** Checks with some storage methods replaced. */
const checkedWith = (change: Partial<typeof Ports.StorageHealth.Service>) =>
  Effect.flatMap(Ports.StorageHealth, (health) =>
    Effect.provideService(System.checkReadiness(), Ports.StorageHealth, { ...health, ...change })
  )

describe("checkReadiness", () => {
  story("is ready if storage answers, without writing", function* () {
    assert.deepStrictEqual(yield* writingNothing(System.checkReadiness()), READY)
  })

  story("is not ready if storage does not answer, which is logged once", function* () {
    yield* Effect.gen(function* () {
      const logged: Array<unknown> = []
      const logger = Logger.make<unknown, void>(({ message }) => void logged.push(message))
      const check = (change: Partial<typeof Ports.StorageHealth.Service>) =>
        Effect.provide(checkedWith(change), Logger.replace(Logger.defaultLogger, logger))
      assert.deepStrictEqual(yield* check({ check: away }), FAILING)
      assert.deepStrictEqual(yield* check({ schema: away }), FAILING)
      assert.deepStrictEqual(yield* check({ schema: Effect.die("a table is gone") }), FAILING)
      assert.deepStrictEqual(
        logged.map((message) => String([message].flat()[0])),
        ["storage is unavailable", "unexpected failure"]
      )
    }).pipe(Effect.provide(Ports.newOutage))
  })

  story("waits two seconds for storage that hangs and cannot be interrupted", function* () {
    const hanging = yield* Effect.fork(checkedWith({ check: Effect.uninterruptible(Effect.never) }))
    yield* TestClock.adjust(System.READY_WITHIN)
    assert.deepStrictEqual(yield* Fiber.join(hanging), FAILING)
  })

  story("is not ready if migrations are missing, and ready for a newer schema", function* () {
    const [older, newer] = [
      yield* checkedWith({ schema: Effect.succeed("older") }),
      yield* checkedWith({ schema: Effect.succeed("newer") })
    ]
    assert.deepStrictEqual(older, { ready: false, checks: { ...READY.checks, migrations: "missing" } })
    assert.deepStrictEqual(newer, { ready: true, checks: { ...READY.checks, migrations: "newer" } })
  })

  story("is not ready while a write would meet a read-only database or a full disk", function* () {
    for (const writes of ["read-only", "full"] as const) {
      assert.deepStrictEqual(yield* checkedWith({ writes: Effect.succeed(writes) }), {
        ready: false,
        checks: { ...READY.checks, writes }
      })
    }
  })

  story("reports a mail queued for over ten minutes, and stays ready", function* () {
    const queue = yield* Mail.MailQueue
    yield* queue.enqueue(aMailJob({ createdAt: afterNoon(0), dueAt: afterNoon(11 * MINUTE) }))
    yield* TestClock.setTime(NOON + 10 * MINUTE)
    assert.deepStrictEqual(yield* System.checkReadiness(), READY)
    yield* TestClock.adjust(1)
    const late = { ready: true, checks: { ...READY.checks, mail: "late" } } as const
    assert.deepStrictEqual(yield* System.checkReadiness(), late)
  })
})
