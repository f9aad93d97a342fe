import { Account, Board, Change, Task, Webhook, Workspace } from "@boardwright/core"
import { RecordingWebhookSender } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { afterNoon, as, asOperator, HOUR, MINUTE, stored, story } from "../support.js"
import { answering, bodyOf, deliveries, failing, givenWebhook, sentMessages, told, URL, webhookNow } from "./support.js"

const SECOND = 1000
const DAY = 24 * HOUR
const deliver = Webhook.deliverWebhooks
const rename = (taskId: string, name: string) => Task.updateTask(taskId, { name })

describe("deliverWebhooks", () => {
  story("sends each change to the webhooks of its board, as the feed has it", function* () {
    const { editor, secret, taskId, webhookId } = yield* givenWebhook()
    yield* deliver
    const [made] = yield* sentMessages
    assert.strictEqual(bodyOf(made!).type, "webhook.created")
    yield* as(editor)(rename(taskId, "A new name"))
    yield* deliver
    yield* deliver
    const messages = yield* sentMessages
    assert.lengthOf(messages, 2)
    const { changes } = yield* as(editor)(Change.listChanges({ types: ["task.updated"] }))
    const { recipientId: _, ...change } = changes[0]!
    assert.deepStrictEqual(messages[1], {
      url: URL,
      id: `${change.id}_${webhookId}`,
      secrets: [secret],
      body: JSON.stringify({ type: "task.updated", timestamp: change.at, position: change.position, data: change })
    })
    assert.deepStrictEqual(
      (yield* deliveries).map(({ attempts, endedAt, lastStatus, status }) => [status, attempts, lastStatus, endedAt]),
      [
        ["delivered", 1, 200, afterNoon(0)],
        ["delivered", 1, 200, afterNoon(0)]
      ]
    )
  })

  story("delivers changes from the webhook's creation on, of its types and its place alone", function* () {
    const { boardId, editor, owner, taskId, workspace } = yield* givenWebhook({ types: ["task.updated"] })
    const other = yield* as(owner)(Board.createBoard({ workspaceId: workspace.id, name: "Other" }))
    const input = { workspaceId: workspace.id, url: `${URL}/all`, types: ["task.created", "task.updated"] } as const
    yield* as(owner)(Webhook.createWebhook(input))
    yield* as(editor)(rename(taskId, "New"))
    yield* as(editor)(Task.createTask({ boardId, name: "Task" }))
    yield* as(owner)(Task.createTask({ boardId: other.id, name: "Task" }))
    yield* as(owner)(
      Effect.flatMap(Workspace.createWorkspace({ name: "x" }), ({ id }) =>
        Board.createBoard({ workspaceId: id, name: "y" })
      )
    )
    yield* deliver
    const sent = (yield* sentMessages).map((message) => `${bodyOf(message).type} ${message.url}`)
    assert.sameMembers(sent, [
      `task.updated ${URL}`,
      `task.updated ${URL}/all`,
      `task.created ${URL}/all`,
      `task.created ${URL}/all`
    ])
  })

  story("sends a long change without its values", function* () {
    const { editor, taskId } = yield* givenWebhook({ types: ["task.updated"] })
    yield* as(editor)(Task.updateTask(taskId, { description: "x".repeat(19_000) }))
    yield* as(editor)(Task.updateTask(taskId, { description: "é".repeat(9_800) }))
    yield* deliver
    const bodies = (yield* sentMessages).map(bodyOf).toSorted((a, b) => a.position - b.position)
    assert.deepStrictEqual(
      bodies.map(({ data, truncated }) => [truncated, Object.keys(data.fields)]),
      [
        [undefined, ["description"]],
        [true, []]
      ]
    )
  })

  story("retries with growing pauses, and gives up after the tenth attempt", function* () {
    const { editor, taskId } = yield* givenWebhook({ types: ["task.updated"] })
    yield* failing(503)
    yield* as(editor)(rename(taskId, "New"))
    yield* deliver
    const pauses = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
    for (const [at, pause] of pauses.entries()) {
      yield* TestClock.adjust(pause - 1)
      yield* deliver
      assert.lengthOf(yield* sentMessages, at + 1)
      yield* TestClock.adjust(pause / 10 + 1)
      yield* deliver
      assert.lengthOf(yield* sentMessages, at + 2)
    }
    const ids = new Set((yield* sentMessages).map(({ id }) => id))
    assert.strictEqual(ids.size, 1)
    const [delivery] = yield* deliveries
    assert.deepInclude(delivery, { status: "failed", attempts: 10, lastStatus: 503, lastFailure: "status" })
    yield* TestClock.adjust(DAY)
    yield* deliver
    assert.lengthOf(yield* sentMessages, 10)
  })

  story("Retry-After lengthens a pause up to a day, and never shortens one", function* () {
    const { editor, taskId } = yield* givenWebhook({ types: ["task.updated"] })
    yield* failing(429, 10 * MINUTE)
    yield* as(editor)(rename(taskId, "New"))
    yield* deliver
    const dueAfter = Effect.map(deliveries, ([delivery]) => Date.parse(delivery!.dueAt) - Date.parse(afterNoon(0)))
    assert.strictEqual(yield* dueAfter, 10 * MINUTE)
    yield* TestClock.adjust("10 minutes")
    yield* failing(429, 1)
    yield* deliver
    assert.isAtLeast(yield* dueAfter, 15 * MINUTE)
    yield* TestClock.adjust("6 minutes")
    yield* failing(429, 9 * DAY)
    yield* deliver
    assert.strictEqual(yield* dueAfter, 16 * MINUTE + DAY)
  })

  story("one failure holds up no other change", function* () {
    const { editor, taskId } = yield* givenWebhook({ types: ["task.updated"] })
    yield* answering((message) => (bodyOf(message).data.fields["name"]?.to === "1" ? 500 : 200))
    for (let at = 1; at <= 12; at++) yield* as(editor)(rename(taskId, String(at)))
    yield* deliver
    const statuses = (yield* deliveries).map(({ status }) => status)
    assert.deepStrictEqual(statuses, ["pending", ...Array.from({ length: 11 }, () => "delivered")])
    yield* answering({})
    yield* TestClock.adjust("6 seconds")
    yield* deliver
    assert.isTrue((yield* deliveries).every(({ status }) => status === "delivered"))
  })

  story("attempts at most four deliveries of a webhook at once, in the order of the feed", function* () {
    const { editor, taskId } = yield* givenWebhook({ types: ["task.updated"] })
    for (let at = 1; at <= 9; at++) yield* as(editor)(rename(taskId, String(at)))
    yield* (yield* RecordingWebhookSender).receive(() =>
      Effect.as(Effect.sleep("1 seconds"), { failure: null, status: 200, retryAfter: null })
    )
    const running = yield* Effect.fork(deliver)
    const positions = Effect.map(sentMessages, (messages) => messages.map((message) => bodyOf(message).position))
    for (const count of [4, 8, 9]) {
      yield* TestClock.adjust(1)
      const found = yield* positions
      assert.lengthOf(found, count)
      assert.deepStrictEqual(
        found,
        found.toSorted((a, b) => a - b)
      )
      yield* TestClock.adjust("1 seconds")
    }
    yield* Fiber.join(running)
  })

  const refusals = [Effect.fail(new Change.ChangeRefused("no")), Effect.die("a defect")]
  for (const [at, refusal] of refusals.entries()) {
    story(`handlers cannot refuse what delivery does to a webhook (${at})`, function* () {
      const { admin, boardId, editor, owner, taskId, viewer, webhookId } = yield* givenWebhook()
      yield* as(owner)(Board.updateMember(boardId, viewer, { role: "admin" }))
      const handlers = new Change.HandlerRegistry()
      handlers.add("webhook.updated", () => refusal)
      const delivering = Effect.provideService(deliver, Change.ChangeHandlers, handlers)
      yield* as(owner)(Board.updateMember(boardId, admin, { role: "editor" }))
      yield* delivering
      assert.strictEqual((yield* stored).webhooks.get(webhookId)?.status, "paused")
      yield* as(owner)(Board.updateMember(boardId, admin, { role: "admin" }))
      yield* TestClock.adjust("1 minute")
      yield* delivering
      yield* as(editor)(rename(taskId, "New"))
      yield* failing(410)
      yield* delivering
      assert.deepInclude(yield* webhookNow(webhookId, admin), { status: "disabled", disabledReason: "gone" })
      assert.deepInclude((yield* deliveries).at(-1), { status: "failed", attempts: 1, lastStatus: 410 })
      const statuses = (yield* stored).feed.changes.flatMap(({ fields, type }) =>
        type === "webhook.updated" ? [fields["status"]?.to] : []
      )
      assert.deepStrictEqual(statuses, ["paused", "active", "disabled"])
    })
  }

  story("does not send what is pending when its type is no longer selected", function* () {
    const { admin, editor, taskId, webhookId } = yield* givenWebhook({ types: ["task.updated"] })
    yield* as(editor)(rename(taskId, "New"))
    yield* failing(500)
    yield* deliver
    yield* as(admin)(Webhook.updateWebhook(webhookId, { types: ["comment.created"] }))
    yield* TestClock.adjust("10 seconds")
    yield* deliver
    assert.lengthOf(yield* sentMessages, 1)
    assert.deepInclude((yield* deliveries).at(-1), { status: "failed", lastFailure: "unreadable" })
  })

  story("410 disables the webhook at once, and the feed says so to managers", function* () {
    const { admin, editor, taskId, viewer, webhookId } = yield* givenWebhook({ types: ["task.updated"] })
    yield* failing(410)
    yield* as(editor)(rename(taskId, "New"))
    yield* deliver
    assert.deepInclude(yield* webhookNow(webhookId, admin), { status: "disabled", disabledReason: "gone" })
    yield* as(editor)(rename(taskId, "Newer"))
    yield* deliver
    assert.lengthOf(yield* sentMessages, 1)
    const read = (userId: Account.UserId) => as(userId)(Change.listChanges({ types: ["webhook.updated"] }))
    const [change] = (yield* read(admin)).changes
    assert.deepStrictEqual(change?.fields, {
      status: { from: "active", to: "disabled" },
      disabledReason: { from: null, to: "gone" }
    })
    assert.isNull(change?.actorId)
    assert.isEmpty((yield* read(viewer)).changes)
  })

  story("a webhook is disabled when its attempts have failed for five days", function* () {
    const { admin, editor, taskId, webhookId } = yield* givenWebhook({ types: ["task.updated"] })
    yield* failing()
    for (let day = 0; day < 5; day++) {
      yield* as(editor)(rename(taskId, `Day ${day}`))
      yield* deliver
      assert.strictEqual((yield* webhookNow(webhookId, admin)).status, "active")
      yield* TestClock.adjust("1 days")
    }
    yield* deliver
    assert.deepInclude(yield* webhookNow(webhookId, admin), { status: "disabled", disabledReason: "failing" })
  })

  story("a webhook is not disabled by the first attempt of a delivery, long after another one failed", function* () {
    const { admin, editor, taskId, webhookId } = yield* givenWebhook({ types: ["task.updated"] })
    yield* failing()
    yield* as(editor)(rename(taskId, "Fails for good"))
    for (let hour = 0; hour < 90; hour++) {
      yield* deliver
      yield* TestClock.adjust("1 hours")
    }
    const [failed] = yield* deliveries
    assert.deepInclude(failed, { status: "failed", attempts: 10 })
    yield* TestClock.adjust("7 days")
    yield* as(editor)(rename(taskId, "A week later"))
    yield* deliver
    assert.strictEqual((yield* webhookNow(webhookId, admin)).status, "active")
    yield* answering({})
    yield* TestClock.adjust("6 seconds")
    yield* deliver
    assert.deepInclude(yield* webhookNow(webhookId, admin), { status: "active", failingSince: null })
  })

  story("a webhook pauses while its creator does not manage the board, and then continues", function* () {
    const { admin, boardId, editor, owner, taskId, viewer, webhookId } = yield* givenWebhook({
      types: ["task.updated"]
    })
    yield* as(owner)(Board.updateMember(boardId, viewer, { role: "admin" }))
    yield* as(owner)(Board.updateMember(boardId, admin, { role: "editor" }))
    yield* as(editor)(rename(taskId, "While paused"))
    yield* deliver
    assert.isEmpty(yield* sentMessages)
    assert.strictEqual((yield* webhookNow(webhookId, owner)).status, "paused")
    yield* as(owner)(Board.updateMember(boardId, admin, { role: "admin" }))
    yield* TestClock.adjust("1 minutes")
    yield* deliver
    assert.deepStrictEqual(yield* told, ["task.updated"])
    assert.strictEqual((yield* webhookNow(webhookId, owner)).status, "active")
  })

  story("a webhook pauses while its creator's account is disabled", function* () {
    const { admin, editor, owner, taskId, webhookId } = yield* givenWebhook()
    yield* asOperator(Account.disableAccount(admin))
    yield* as(editor)(rename(taskId, "New"))
    yield* deliver
    assert.isEmpty(yield* sentMessages)
    assert.strictEqual((yield* webhookNow(webhookId, owner)).status, "paused")
  })

  story("a delivery that was planned is not sent once its creator may not read the change", function* () {
    const { editor, taskId, webhookId } = yield* givenWebhook({ types: ["task.updated"] })
    yield* failing()
    yield* as(editor)(rename(taskId, "New"))
    yield* deliver
    const changes = yield* Change.ChangeRepository
    yield* changes.removeBefore(afterNoon(1), 100)
    yield* TestClock.adjust("6 seconds")
    yield* deliver
    assert.lengthOf(yield* sentMessages, 1)
    assert.deepInclude((yield* deliveries)[0], { webhookId, status: "failed", lastFailure: "unreadable" })
  })

  story("a process that is killed while it sends loses nothing: another sends after the lease", function* () {
    const { editor, taskId } = yield* givenWebhook({ types: ["task.updated"] })
    const { receive } = yield* RecordingWebhookSender
    yield* receive(() => Effect.never)
    yield* as(editor)(rename(taskId, "New"))
    const killed = yield* Effect.fork(deliver)
    yield* TestClock.adjust(1)
    yield* Fiber.interrupt(killed)
    yield* answering({})
    yield* TestClock.adjust(Webhook.LEASE_MILLIS - 2)
    yield* deliver
    assert.lengthOf(yield* sentMessages, 1)
    yield* TestClock.adjust(1)
    yield* deliver
    const [first, second] = yield* sentMessages
    assert.deepStrictEqual(second, first)
    assert.deepInclude((yield* deliveries)[0], { status: "delivered", attempts: 1 })
  })

  story("signs with the previous secret too for 24 hours after a rotation", function* () {
    const { admin, editor, secret, taskId, webhookId } = yield* givenWebhook({ types: ["task.updated"] })
    const { secret: renewed } = yield* as(admin)(Webhook.rotateWebhookSecret(webhookId))
    assert.notStrictEqual(renewed, secret)
    const secretsOfNext = Effect.gen(function* () {
      yield* as(editor)(rename(taskId, `At ${(yield* sentMessages).length}`))
      yield* deliver
      return (yield* sentMessages).at(-1)?.secrets
    })
    assert.deepStrictEqual(yield* secretsOfNext, [renewed, secret])
    yield* TestClock.adjust(DAY - 1)
    assert.deepStrictEqual(yield* secretsOfNext, [renewed, secret])
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(yield* secretsOfNext, [renewed])
  })

  story("runs in the background at every interval until its scope ends", function* () {
    const { editor, taskId } = yield* givenWebhook({ types: ["task.updated"] })
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* Webhook.startWebhookDelivery("1 seconds")
        yield* as(editor)(rename(taskId, "New"))
        yield* TestClock.adjust("1 seconds")
        assert.lengthOf(yield* sentMessages, 1)
      })
    )
    yield* as(editor)(rename(taskId, "Newer"))
    yield* TestClock.adjust("1 hours")
    assert.lengthOf(yield* sentMessages, 1)
  })
})
