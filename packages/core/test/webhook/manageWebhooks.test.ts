import { type Access, type Ports, Task, Webhook } from "@boardwright/core"
import { type Inventory, PlainSecretBox } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Logger, TestClock } from "effect"
import { afterNoon, as, asOperator, HOUR, MINUTE, refused, sent, story, stored } from "../support.js"
import { bodyOf, deliveries, failing, givenWebhook, sentMessages, told, URL, webhookNow, answering } from "./support.js"

const rename = (taskId: string, name: string) => Task.updateTask(taskId, { name })
const deliver = Webhook.deliverWebhooks

describe("webhooks", () => {
  story("a new webhook is active, and its secret is returned once and stored encrypted", function* () {
    const { admin, boardId, secret, webhook, workspace } = yield* givenWebhook()
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepStrictEqual(webhook, {
      id: webhook.id,
      workspaceId: workspace.id,
      boardId,
      url: URL,
      types: [],
      creatorId: admin,
      status: "active",
      disabledReason: null,
      failingSince: null,
      createdAt: afterNoon(0),
      updatedAt: afterNoon(0)
    })
    assert.deepStrictEqual(yield* webhookNow(webhook.id, admin), webhook)
    const { items, total } = yield* as(admin)(Webhook.listWebhooks({ boardId }))
    assert.deepStrictEqual([items, total], [[webhook], 1])
    const rest = { ...(yield* stored), webhooks: null }
    assert.notInclude(JSON.stringify([...rest.feed.changes]), secret)
    assert.strictEqual((yield* stored).webhooks.get(webhook.id)?.secret, `encrypted for ${webhook.id}:${secret}`)
  })

  story("managers of the board, and the workspace's owner, may do everything; nobody else anything", function* () {
    const { admin, boardId, editor, owner, stranger, viewer, webhookId, workspace } = yield* givenWebhook()
    const calls = (
      place: { readonly boardId?: string; readonly workspaceId?: string },
      id: string
    ): ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, Inventory | Access.CurrentActor>> => [
      Webhook.createWebhook({ ...place, url: URL }),
      Webhook.listWebhooks(place),
      Webhook.getWebhook(id),
      Webhook.updateWebhook(id, { enabled: false }),
      Webhook.rotateWebhookSecret(id),
      Webhook.testWebhook(id),
      Webhook.listDeliveries(id),
      Webhook.redeliver(id, "1"),
      Webhook.replayWebhook(id, { since: "2026-01-01" }),
      Webhook.deleteWebhook(id)
    ]
    for (const user of [editor, viewer, stranger]) {
      for (const call of calls({ boardId }, webhookId)) assert.strictEqual(yield* refused(as(user)(call)), "Forbidden")
    }
    const whole = yield* as(owner)(Webhook.createWebhook({ workspaceId: workspace.id, url: URL }))
    for (const call of calls({ workspaceId: workspace.id }, whole.webhook.id)) {
      assert.strictEqual(yield* refused(as(admin)(call)), "Forbidden")
    }
    for (const call of calls({ boardId: "missing" }, "missing")) {
      assert.match(yield* refused(as(owner)(call)), /^NotFound (?:Board|Webhook)$/)
    }
    for (const user of [admin, owner]) {
      assert.strictEqual((yield* as(user)(Webhook.getWebhook(webhookId))).id, webhookId)
    }
    assert.strictEqual((yield* asOperator(Webhook.getWebhook(webhookId))).id, webhookId)
    assert.strictEqual(yield* refused(asOperator(Webhook.createWebhook({ boardId, url: URL }))), "Forbidden")
  })

  story(
    "refuses inputs without a place, with two, with a URL that nothing may be sent to, or unknown types",
    function* () {
      const { admin, boardId, webhookId, workspace } = yield* givenWebhook()
      const create = (input: unknown) => refused(as(admin)(Webhook.createWebhook(sent(input))))
      assert.strictEqual(yield* create({ url: URL }), "InvalidInput boardId")
      assert.strictEqual(yield* create({ boardId, workspaceId: workspace.id, url: URL }), "InvalidInput workspaceId")
      assert.strictEqual(yield* create({ boardId, url: "http://example.test" }), "InvalidInput url")
      assert.strictEqual(
        yield* create({ boardId, url: `https://example.test/${"x".repeat(2000)}` }),
        "InvalidInput url"
      )
      assert.strictEqual(yield* create({ boardId, url: URL, types: ["nothing.done"] }), "InvalidInput types.0")
      const update = (input: unknown) => refused(as(admin)(Webhook.updateWebhook(webhookId, sent(input))))
      assert.strictEqual(yield* update({ url: "ftp://example.test" }), "InvalidInput url")
      assert.strictEqual(yield* update({ enabled: null, types: "all" }), "InvalidInput types, enabled")
      assert.strictEqual(
        yield* refused(as(admin)(Webhook.replayWebhook(webhookId, { since: "yesterday" }))),
        "InvalidInput since"
      )
      const backwards = { since: "2026-01-02", until: "2026-01-01" }
      assert.strictEqual(yield* refused(as(admin)(Webhook.replayWebhook(webhookId, backwards))), "InvalidInput until")
      assert.strictEqual(
        yield* refused(as(admin)(Webhook.listDeliveries(webhookId, sent({ status: "lost" })))),
        "InvalidInput status"
      )
    }
  )

  story("a board and a workspace have at most 20 webhooks each", function* () {
    const { admin, boardId, owner, workspace } = yield* givenWebhook()
    const create = Webhook.createWebhook({ boardId, url: URL })
    yield* Effect.repeatN(as(admin)(create), Webhook.MAX_WEBHOOKS - 2)
    assert.strictEqual(yield* refused(as(admin)(create)), "InvalidInput webhooks")
    yield* as(owner)(Webhook.createWebhook({ workspaceId: workspace.id, url: URL }))
    const page = yield* as(admin)(Webhook.listWebhooks({ boardId, page: 2, limit: 15 }))
    assert.deepStrictEqual([page.items.length, page.total], [5, 20])
  })

  story("without a key nothing that needs a secret is done", function* () {
    const { admin, boardId, webhookId } = yield* givenWebhook()
    const withoutKey = <A, E extends { readonly _tag: string }, R>(call: Effect.Effect<A, E, R>) =>
      refused(Effect.provide(as(admin)(call), PlainSecretBox.withoutKey))
    assert.strictEqual(yield* withoutKey(Webhook.createWebhook({ boardId, url: URL })), "SecretsKeyMissing")
    assert.strictEqual(yield* withoutKey(Webhook.rotateWebhookSecret(webhookId)), "SecretsKeyMissing")
    assert.strictEqual(yield* withoutKey(Webhook.testWebhook(webhookId)), "SecretsKeyMissing")
  })

  story("without a key deliveries are put off and counted as no attempt, and the webhook is failing", function* () {
    const { admin, webhookId } = yield* givenWebhook()
    const deliverWithoutKey = Effect.provide(deliver, PlainSecretBox.withoutKey)
    const logged: Array<unknown> = []
    const logger = Logger.make<unknown, void>(({ annotations }) => void logged.push(Object.fromEntries(annotations)))
    yield* Effect.provide(deliverWithoutKey, Logger.replace(Logger.defaultLogger, logger))
    assert.deepStrictEqual(logged, [{ webhook: webhookId }])
    const isFailing = { status: "active", failingSince: afterNoon(0) } as const
    assert.deepInclude(yield* webhookNow(webhookId, admin), isFailing)
    assert.deepInclude((yield* deliveries)[0], { status: "pending", attempts: 0, dueAt: afterNoon(MINUTE) })
    yield* TestClock.adjust("10 days")
    yield* deliverWithoutKey
    assert.deepInclude(yield* webhookNow(webhookId, admin), isFailing)
    yield* TestClock.adjust("1 minutes")
    yield* deliver
    assert.lengthOf(yield* sentMessages, 1)
    assert.strictEqual((yield* webhookNow(webhookId, admin)).failingSince, null)
  })

  story("a new secret restarts the 5 days after which a failing webhook is disabled", function* () {
    const { admin, webhookId } = yield* givenWebhook()
    yield* Effect.provide(deliver, PlainSecretBox.withoutKey)
    yield* TestClock.adjust("10 days")
    const { webhook } = yield* as(admin)(Webhook.rotateWebhookSecret(webhookId))
    assert.strictEqual(webhook.failingSince, null)
    yield* failing()
    yield* deliver
    yield* TestClock.adjust("6 seconds")
    yield* deliver
    const since = afterNoon(10 * 24 * HOUR)
    assert.deepInclude(yield* webhookNow(webhookId, admin), { status: "active", failingSince: since })
  })

  story("a webhook that is disabled delivers nothing, and what follows once it is enabled", function* () {
    const { admin, editor, taskId, webhookId } = yield* givenWebhook({ types: ["task.updated"] })
    const update = (input: Webhook.UpdateWebhook) => as(admin)(Webhook.updateWebhook(webhookId, input))
    assert.deepInclude(yield* update({ enabled: false }), { status: "disabled", disabledReason: "manager" })
    yield* as(editor)(rename(taskId, "Meanwhile"))
    yield* deliver
    assert.deepInclude(yield* update({ enabled: true }), { status: "active", disabledReason: null })
    yield* as(editor)(rename(taskId, "After"))
    yield* deliver
    assert.deepStrictEqual(
      (yield* sentMessages).map((message) => bodyOf(message).data.fields["name"]?.to),
      ["After"]
    )
  })

  story("a changed webhook sends to its new URL the new types", function* () {
    const { admin, editor, taskId, webhookId } = yield* givenWebhook({ types: ["task.created"] })
    yield* as(admin)(Webhook.updateWebhook(webhookId, { url: `${URL}/new`, types: null }))
    yield* as(editor)(rename(taskId, "New"))
    yield* deliver
    assert.includeMembers(yield* told, ["webhook.updated", "task.updated"])
    assert.isTrue((yield* sentMessages).every(({ url }) => url === `${URL}/new`))
  })

  story("the record of a webhook names its URL without path and query", function* () {
    const { boardId, admin } = yield* givenWebhook()
    yield* as(admin)(Webhook.createWebhook({ boardId, url: "https://example.test/secret?key=secret" }))
    const changes = (yield* stored).feed.changes
    assert.deepStrictEqual(changes.at(-1)?.fields["url"], { from: null, to: "https://example.test" })
    assert.notInclude(JSON.stringify(changes), "secret?key=secret")
  })

  story("a test is one message of its own type, and its result is returned", function* () {
    const { admin, webhookId } = yield* givenWebhook()
    yield* as(admin)(Webhook.updateWebhook(webhookId, { enabled: false }))
    const test = as(admin)(Webhook.testWebhook(webhookId))
    assert.deepInclude(yield* test, { failure: null, status: 200 })
    yield* failing(404)
    assert.deepInclude(yield* test, { failure: "status", status: 404 })
    assert.deepStrictEqual(yield* told, ["webhook.test", "webhook.test"])
    assert.isEmpty(yield* deliveries)
  })
})

describe("deliveries", () => {
  const given = Effect.gen(function* () {
    const team = yield* givenWebhook({ types: ["task.updated"] })
    yield* failing()
    yield* as(team.editor)(rename(team.taskId, "New"))
    yield* deliver
    const list = (input?: Webhook.ListDeliveries) => as(team.admin)(Webhook.listDeliveries(team.webhookId, input))
    return { ...team, list }
  })

  story("are listed with their last result, all or by status", function* () {
    const { list, webhookId } = yield* given
    const [delivery] = (yield* list()).items
    assert.deepInclude(delivery, { webhookId, status: "pending", attempts: 1, lastStatus: 500, lastFailure: "status" })
    assert.strictEqual(delivery?.id, String(delivery?.position))
    assert.strictEqual(delivery?.messageId, (yield* sentMessages)[0]?.id)
    assert.strictEqual((yield* list({ status: "pending" })).total, 1)
    assert.strictEqual((yield* list({ status: "delivered" })).total, 0)
  })

  story("are attempted again at once when asked, with the same id", function* () {
    const { admin, list, webhookId } = yield* given
    yield* answering({})
    const [delivery] = (yield* list()).items
    const again = yield* as(admin)(Webhook.redeliver(webhookId, delivery!.id))
    assert.deepInclude(again, { status: "pending", attempts: 0, dueAt: afterNoon(0) })
    yield* deliver
    const [first, second] = yield* sentMessages
    assert.deepStrictEqual(second, first)
    assert.strictEqual((yield* list({ status: "delivered" })).total, 1)
    for (const id of ["0", "999", "-1", "1.5", "x", "99999999999999999999"]) {
      assert.strictEqual(yield* refused(as(admin)(Webhook.redeliver(webhookId, id))), "NotFound Delivery")
    }
  })

  story("are removed a week after their end, pending ones never", function* () {
    const { admin, editor, list, taskId, webhookId } = yield* given
    yield* answering({})
    yield* as(editor)(rename(taskId, "Newer"))
    yield* deliver
    yield* as(admin)(Webhook.updateWebhook(webhookId, { enabled: false }))
    yield* TestClock.adjust(7 * 24 * HOUR)
    yield* Webhook.removeOldDeliveries
    assert.strictEqual((yield* list()).total, 2)
    yield* TestClock.adjust(1)
    yield* Webhook.removeOldDeliveries
    assert.deepStrictEqual(
      (yield* list()).items.map(({ status }) => status),
      ["pending"]
    )
  })
})

describe("replayWebhook", () => {
  const given = (since: number, count: number) =>
    Effect.gen(function* () {
      const team = yield* givenWebhook({ types: ["task.updated"] })
      yield* TestClock.adjust(since)
      for (let at = 0; at < count; at++) {
        yield* as(team.editor)(rename(team.taskId, String(at)))
        yield* TestClock.adjust("1 hours")
      }
      yield* deliver
      const sentFirst = yield* sentMessages
      const replay = (input: Webhook.ReplayWebhook) =>
        as(team.admin)(Webhook.replayWebhook(team.webhookId, input)).pipe(
          Effect.zipRight(deliver),
          Effect.zipRight(sentMessages),
          Effect.map((messages) => messages.slice(sentFirst.length))
        )
      return { ...team, replay, sentFirst }
    })
  const namesOf = (messages: ReadonlyArray<Ports.WebhookMessage>) =>
    messages.map((message) => bodyOf(message).data.fields["name"]?.to)

  story("sends the changes of a time again, the very same messages", function* () {
    const { replay, sentFirst } = yield* given(HOUR, 6)
    assert.lengthOf(sentFirst, 6)
    const again = yield* replay({ since: afterNoon(3 * HOUR), until: afterNoon(4 * HOUR) })
    assert.deepStrictEqual(namesOf(again), ["2", "3"])
    assert.deepStrictEqual(again, sentFirst.slice(2, 4))
  })

  story("without an end sends all since then, and of a time without changes none", function* () {
    const { replay } = yield* given(HOUR, 4)
    assert.deepStrictEqual(namesOf(yield* replay({ since: "2099-01-01" })), [])
    assert.deepStrictEqual(namesOf(yield* replay({ since: afterNoon(HOUR / 2), until: afterNoon(HOUR / 2) })), [])
    assert.deepStrictEqual(namesOf(yield* replay({ since: afterNoon(3 * HOUR) })), ["2", "3"])
    const always = { since: afterNoon(3 * HOUR), until: "9999-12-31T23:59:59.999Z" }
    assert.deepStrictEqual(namesOf(yield* replay(always)), ["2", "3", "2", "3"])
  })

  story("two replays of a webhook become one of both times", function* () {
    const { admin, replay, webhookId } = yield* given(HOUR, 4)
    yield* as(admin)(Webhook.replayWebhook(webhookId, { since: afterNoon(HOUR), until: afterNoon(HOUR) }))
    const again = yield* replay({ since: afterNoon(3 * HOUR), until: afterNoon(3 * HOUR) })
    assert.deepStrictEqual(namesOf(again), ["0", "1", "2"])
  })
})
