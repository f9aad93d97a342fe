import { Change, System, Task, Webhook, Workspace } from "@boardwright/core"
import { aConsumer, givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { as, HOUR, NOON, story } from "../support.js"
import { deliveries, failing, givenWebhook } from "../webhook/support.js"

describe("removeOldChanges", () => {
  story("keeps what a durable consumer still needs, for 30 days", function* () {
    const { id } = yield* givenAccount()
    const changes = yield* Change.ChangeRepository
    const consumers = yield* Change.ConsumerRepository
    for (const name of ["1", "2", "3", "4"]) yield* as(id)(Workspace.createWorkspace({ name }))
    const { epoch } = yield* changes.place
    for (const [position, from] of [
      [3, epoch],
      [2, epoch],
      [1, "another life"]
    ] as const) {
      yield* consumers.insert(aConsumer({ epoch: from, position }))
    }
    const startAfter = Effect.fnUntraced(function* (days: number, kept: number) {
      yield* TestClock.setTime(NOON + days * 24 * HOUR + 1)
      yield* Effect.provideService(System.removeOldChanges, Change.ChangesDays, kept)
      return (yield* changes.head).start
    })
    const starts = [
      yield* startAfter(6, 7),
      yield* startAfter(8, 7),
      yield* startAfter(29, 7),
      yield* startAfter(30, 60)
    ]
    assert.deepStrictEqual(starts, [0, 2, 2, 2])
    assert.strictEqual(yield* startAfter(30, 7), 4)
  })

  story("keeps what a webhook has not planned, for 30 days, but not for one that is disabled", function* () {
    const { admin, editor, taskId, webhookId } = yield* givenWebhook({ types: ["task.updated"] })
    const changes = yield* Change.ChangeRepository
    yield* as(editor)(Task.updateTask(taskId, { name: "New" }))
    const { position } = yield* changes.head
    yield* TestClock.adjust("8 days")
    const sweep = Effect.provideService(System.removeOldChanges, Change.ChangesDays, 7)
    const start = Effect.map(Effect.zipRight(sweep, changes.head), (head) => head.start)
    assert.isBelow(yield* start, position)
    yield* Webhook.deliverWebhooks
    assert.strictEqual(yield* start, position)
    yield* as(editor)(Task.updateTask(taskId, { name: "Newer" }))
    yield* as(admin)(Webhook.updateWebhook(webhookId, { enabled: false }))
    yield* TestClock.adjust("8 days")
    assert.strictEqual(yield* start, position + 2)
  })

  story("keeps the change of a delivery until its last attempt, also if changes are kept for a day", function* () {
    const { editor, taskId } = yield* givenWebhook({ types: ["task.updated"] })
    yield* failing()
    yield* as(editor)(Task.updateTask(taskId, { name: "New" }))
    const deliverAndSweep = Effect.zipRight(
      Webhook.deliverWebhooks,
      Effect.provideService(System.removeOldChanges, Change.ChangesDays, 1)
    )
    for (let hour = 0; hour < 24 * 5; hour += 2) {
      yield* deliverAndSweep
      yield* TestClock.adjust("2 hours")
    }
    const [delivery] = yield* deliveries
    assert.deepInclude(delivery, { status: "failed", attempts: 10, lastFailure: "status" })
    assert.strictEqual((yield* (yield* Change.ChangeRepository).head).start, delivery!.position)
  })
})
