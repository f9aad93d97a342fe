import { Account, Board, Mail, Webhook } from "@boardwright/core"
import { RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, asOperator, story, stored } from "../support.js"
import { failing, givenWebhook } from "../webhook/support.js"

const sent = Effect.flatMap(RecordingMailer, ({ sent }) => sent)
const purposes = Effect.map(stored, ({ mailJobs }) => [...mailJobs.values()].map(({ job }) => job.purpose))

/** A webhook that delivery disabled, whose mail is queued. */
const givenDisabled = Effect.gen(function* () {
  const team = yield* givenWebhook({ url: "https://hooks.example.test:8443/T00/secret?token=hush" })
  yield* failing(410)
  yield* as(team.editor)(Board.addGroup(team.boardId, { name: "Later" }))
  yield* Webhook.deliverWebhooks
  assert.deepStrictEqual(yield* purposes, ["webhookDisabled"])
  return team
})

/** Sends the queued mail, and returns the mails. */
const delivered = Effect.gen(function* () {
  assert.strictEqual(yield* Mail.deliverMail(), 1)
  assert.isEmpty(yield* purposes)
  return yield* sent
})

describe("the mail about a disabled webhook", () => {
  story("names the place and the origin of the URL, and has nothing of the rest", function* () {
    yield* givenDisabled
    const [mail, ...others] = yield* delivered
    assert.isEmpty(others)
    assert.include(mail?.text, "https://hooks.example.test:8443 no longer takes messages")
    for (const part of [mail?.text, mail?.html]) assert.notMatch(part ?? "hush", /hush|T00|whsec/)
  })

  story("is not sent once the webhook is enabled again", function* () {
    const { admin, webhookId } = yield* givenDisabled
    yield* as(admin)(Webhook.updateWebhook(webhookId, { enabled: true }))
    assert.isEmpty(yield* delivered)
  })

  story("is not sent once the webhook is deleted", function* () {
    const { admin, webhookId } = yield* givenDisabled
    yield* as(admin)(Webhook.deleteWebhook(webhookId))
    assert.isEmpty(yield* delivered)
  })

  story("is not sent to a creator who may no longer manage the board", function* () {
    const { admin, boardId, owner, viewer } = yield* givenDisabled
    yield* as(owner)(Board.updateMember(boardId, viewer, { role: "admin" }))
    yield* as(owner)(Board.updateMember(boardId, admin, { role: "editor" }))
    assert.isEmpty(yield* delivered)
  })

  story("is not sent to a creator whose account is disabled", function* () {
    const { admin } = yield* givenDisabled
    yield* asOperator(Account.disableAccount(admin))
    assert.isEmpty(yield* delivered)
  })

  story("is not sent once somebody else has changed the URL and so become the creator", function* () {
    const { owner, webhookId } = yield* givenDisabled
    yield* as(owner)(Webhook.updateWebhook(webhookId, { url: "https://other.example.test" }))
    assert.isEmpty(yield* delivered)
  })

  story("leaves out the name of a board that a mail program would turn into a link", function* () {
    const { admin, boardId } = yield* givenDisabled
    yield* as(admin)(Board.updateBoard(boardId, { name: "win at evil.example" }))
    const [mail] = yield* delivered
    assert.include(mail?.text, "the webhook of a board that sends there")
  })

  story("a manager who disables a webhook gets none", function* () {
    const { admin, webhookId } = yield* givenWebhook()
    yield* as(admin)(Webhook.updateWebhook(webhookId, { enabled: false }))
    assert.isEmpty(yield* purposes)
  })
})
