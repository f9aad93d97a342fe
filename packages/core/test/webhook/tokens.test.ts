import { Access, Account, Task, Values, Webhook } from "@boardwright/core"
import { givenBoard } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Duration, Effect, TestClock } from "effect"
import { as, HOUR, NOON, refused, story } from "../support.js"
import { givenTeamTask } from "../task/support.js"
import { told, URL, webhookNow } from "./support.js"

const deliver = Webhook.deliverWebhooks

/** A webhook that the board's admin made with an API token for that board. */
const givenWebhook = Effect.gen(function* () {
  const team = yield* givenTeamTask
  const { apiToken, token } = yield* as(team.admin)(
    Account.createApiToken({
      name: "CI",
      scopes: ["read", "write", "manage"],
      boardIds: [team.boardId],
      expiresAt: Values.Timestamp.fromMillis(NOON + HOUR)
    })
  )
  const by = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Account.authenticate(token), (actor) => Effect.provideService(work, Access.CurrentActor, actor))
  const { webhook } = yield* by(Webhook.createWebhook({ boardId: team.boardId, url: URL, types: ["task.updated"] }))
  const rename = (name: string) =>
    Effect.zipRight(as(team.editor)(Task.updateTask(team.taskId, { name })), Effect.zipRight(deliver, told))
  const status = Effect.map(webhookNow(webhook.id, team.admin), (found) => found.status)
  return { ...team, apiToken, by, rename, status, webhookId: webhook.id }
})

describe("a webhook that was made with an API token", () => {
  story("is paused once the token is revoked, until its creator gives it another URL", function* () {
    const { admin, apiToken, rename, status, webhookId } = yield* givenWebhook
    assert.deepStrictEqual(yield* rename("Before"), ["task.updated"])
    yield* as(admin)(Account.deleteApiToken(apiToken.id))
    assert.lengthOf(yield* rename("After"), 1)
    assert.strictEqual(yield* status, "paused")
    yield* as(admin)(Webhook.updateWebhook(webhookId, { url: `${URL}/2` }))
    yield* TestClock.adjust("1 minutes")
    yield* deliver
    assert.lengthOf(yield* told, 2)
    assert.strictEqual(yield* status, "active")
  })

  story("is paused once the token has expired, or ends with signing out everywhere", function* () {
    const expiring = yield* givenWebhook
    yield* TestClock.adjust(Duration.millis(HOUR))
    assert.isEmpty(yield* expiring.rename("Late"))
    assert.strictEqual(yield* expiring.status, "paused")
    yield* TestClock.setTime(NOON)
    const other = yield* givenWebhook
    yield* as(other.admin)(Account.signOutEverywhere({ tokens: true }))
    assert.isEmpty(yield* other.rename("Late"))
    assert.strictEqual(yield* other.status, "paused")
  })

  story("is in the token's places only, also when it is changed", function* () {
    const { by, owner, webhookId, workspace } = yield* givenWebhook
    const elsewhere = yield* givenBoard()
    const create = (place: { readonly boardId?: string; readonly workspaceId?: string }) =>
      by(Webhook.createWebhook({ ...place, url: URL }))
    assert.strictEqual(yield* refused(create({ workspaceId: workspace.id })), "Forbidden")
    assert.strictEqual(yield* refused(create({ boardId: elsewhere.board.id })), "Forbidden")
    const { webhook } = yield* as(owner)(Webhook.createWebhook({ workspaceId: workspace.id, url: URL }))
    assert.strictEqual(yield* refused(by(Webhook.updateWebhook(webhook.id, { url: `${URL}/2` }))), "Forbidden")
    assert.strictEqual((yield* by(Webhook.updateWebhook(webhookId, { url: `${URL}/2` }))).url, `${URL}/2`)
  })
})
