import { Board, Change, Ports, Task, Webhook } from "@boardwright/core"
import { RecordingWebhookSender } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { as, story } from "../support.js"
import { givenWebhook, sentMessages, told } from "./support.js"

const deliver = Webhook.deliverWebhooks

describe("a webhook against its managers", () => {
  story("what another manager redirected ends with the rights of that manager", function* () {
    const { admin, boardId, editor, taskId, webhookId } = yield* givenWebhook({ types: ["task.updated"] })
    yield* as(admin)(Board.updateMember(boardId, editor, { role: "admin" }))
    yield* as(editor)(Webhook.updateWebhook(webhookId, { url: "https://mallory.example/" }))
    yield* as(admin)(Task.updateTask(taskId, { name: "While Mallory manages" }))
    yield* deliver
    assert.lengthOf(yield* sentMessages, 1)
    yield* as(admin)(Board.removeMember(boardId, editor))
    yield* as(admin)(Task.updateTask(taskId, { name: "After Mallory left" }))
    yield* deliver
    assert.lengthOf(yield* sentMessages, 1)
  })

  story("its messages do not reveal where other webhooks lead", function* () {
    const { admin, boardId } = yield* givenWebhook()
    const url = "https://chat.example/services/T0/SECRET-OF-THE-PATH?token=SECRET-OF-THE-QUERY#SECRET-OF-THE-FRAGMENT"
    const { webhook } = yield* as(admin)(Webhook.createWebhook({ boardId, url, types: ["task.deleted"] }))
    yield* as(admin)(Webhook.updateWebhook(webhook.id, { url: `${url}-2` }))
    yield* as(admin)(Webhook.deleteWebhook(webhook.id))
    yield* deliver
    assert.deepStrictEqual(yield* told, ["webhook.created", "webhook.created", "webhook.updated", "webhook.deleted"])
    const { changes } = yield* as(admin)(Change.listChanges({}))
    assert.notInclude(JSON.stringify([yield* sentMessages, changes]), "SECRET-OF")
  })
})

describe("after the key was lost", () => {
  story("a rotated secret delivers at once", function* () {
    const { admin, taskId, webhookId } = yield* givenWebhook({ types: ["task.updated"] })
    const open = (text: string) => (text.startsWith("whsec_") ? Effect.succeed(text) : new Ports.SecretsKeyMissing())
    const lost = { encrypt: (text: string) => Effect.succeed(text), decrypt: open, renew: open }
    const { secret } = yield* as(admin)(Webhook.rotateWebhookSecret(webhookId)).pipe(
      Effect.provideService(Ports.SecretBox, lost)
    )
    yield* as(admin)(Task.updateTask(taskId, { name: "New" }))
    yield* Effect.provideService(deliver, Ports.SecretBox, lost)
    assert.deepStrictEqual(
      (yield* sentMessages).map(({ secrets }) => secrets),
      [[secret]]
    )
  })
})

describe("a flood", () => {
  story("of webhooks whose receivers hang leaves room for those of others", function* () {
    const { admin, owner, taskId, webhook, workspace } = yield* givenWebhook({ types: ["task.updated"] })
    const url = "https://hanging.example/"
    // Their attempts would fill an instance: each webhook makes 4 at once.
    for (const name of ["One", "Two", "Three"]) {
      const { id } = yield* as(owner)(Board.createBoard({ workspaceId: workspace.id, name }))
      yield* Effect.replicateEffect(as(owner)(Webhook.createWebhook({ boardId: id, url })), Webhook.MAX_WEBHOOKS)
      yield* Effect.replicateEffect(as(owner)(Task.createTask({ boardId: id, name: "Flood" })), 10)
    }
    yield* Effect.flatMap(RecordingWebhookSender, ({ receive }) =>
      receive((message) =>
        Effect.delay(
          Effect.succeed({ failure: null, status: 200, retryAfter: null }),
          message.url === url ? "15 seconds" : 0
        )
      )
    )
    const delivery = yield* Effect.forkDaemon(
      Effect.scoped(Effect.zipRight(Webhook.startWebhookDelivery(), Effect.never))
    )
    yield* TestClock.adjust("20 seconds")
    yield* as(admin)(Task.updateTask(taskId, { name: "Of somebody else" }))
    yield* TestClock.adjust("2 seconds")
    const urls = (yield* sentMessages).map((message) => message.url)
    assert.lengthOf(
      urls.filter((each) => each === webhook.url),
      1
    )
    assert.isAtLeast(urls.length, 40)
    yield* Fiber.interruptFork(delivery)
  })
})
