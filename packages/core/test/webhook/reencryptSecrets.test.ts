import { Ports, Webhook } from "@boardwright/core"
import { PlainSecretBox } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, asOperator, refused, stored, story } from "../support.js"
import { givenWebhook, URL } from "./support.js"

/** Puts the new key's name before what the old key encrypts. */
const newKey = Effect.map(Ports.SecretBox, (old) => {
  const isNew = (encrypted: string) => encrypted.startsWith("new ")
  return Ports.SecretBox.of({
    encrypt: (text, owner) => Effect.map(old.encrypt(text, owner), (encrypted) => `new ${encrypted}`),
    decrypt: (encrypted, owner) => old.decrypt(isNew(encrypted) ? encrypted.slice(4) : encrypted, owner),
    renew: (encrypted, owner) =>
      isNew(encrypted) ? Effect.succeed(encrypted) : Effect.as(old.decrypt(encrypted, owner), `new ${encrypted}`)
  })
})

const run = asOperator(Effect.provideServiceEffect(Webhook.reencryptSecrets(), Ports.SecretBox, newKey))

describe("reencryptSecrets", () => {
  story(
    "encrypts every secret by the first key, the previous ones of rotations too, and records no change",
    function* () {
      const { admin, boardId, webhookId } = yield* givenWebhook()
      for (let at = 0; at < 4; at++) yield* as(admin)(Webhook.createWebhook({ boardId, url: `${URL}/${at}` }))
      yield* as(admin)(Webhook.rotateWebhookSecret(webhookId))
      const before = yield* stored
      assert.deepStrictEqual(yield* run, { reencrypted: 5, unchanged: 0, undecryptable: [] })
      const after = yield* stored
      for (const [id, webhook] of before.webhooks) {
        const previousSecret = webhook.previousSecret === null ? null : `new ${webhook.previousSecret}`
        assert.deepStrictEqual(after.webhooks.get(id), { ...webhook, secret: `new ${webhook.secret}`, previousSecret })
      }
      assert.strictEqual(after.feed, before.feed)
      assert.deepStrictEqual(yield* run, { reencrypted: 0, unchanged: 5, undecryptable: [] })
    }
  )

  story("names the webhooks whose secret no key decrypts, and continues with the others", function* () {
    const { admin, boardId, webhookId } = yield* givenWebhook()
    yield* as(admin)(Webhook.createWebhook({ boardId, url: URL }))
    const webhooks = yield* Webhook.WebhookRepository
    const webhook = (yield* stored).webhooks.get(webhookId) ?? assert.fail("no webhook")
    yield* webhooks.replace({ ...webhook, secret: "by a lost key" })
    assert.deepStrictEqual(yield* run, { reencrypted: 1, unchanged: 0, undecryptable: [webhookId] })
    assert.strictEqual((yield* stored).webhooks.get(webhookId)?.secret, "by a lost key")
  })

  story("is for the operator, and needs a key", function* () {
    const { admin } = yield* givenWebhook()
    assert.strictEqual(yield* refused(as(admin)(Webhook.reencryptSecrets())), "Forbidden")
    const keyless = Effect.provide(Webhook.reencryptSecrets(), PlainSecretBox.withoutKey)
    assert.strictEqual(yield* refused(asOperator(keyless)), "SecretsKeyMissing")
  })
})
