import { Effect } from "effect"
import { Ids } from "../ports/Ids.js"
import { now } from "../values/Timestamp.js"
import { requireWebhook } from "./requireWebhook.js"
import { sendMessage } from "./sendMessage.js"
import { webhookMessage } from "./webhookMessage.js"

/** The type of the message that a test sends. It is not in the feed. */
export const TEST_TYPE = "webhook.test"

/**
 * Sends a message of the type `webhook.test` now, once, and returns what became of it. Also to a disabled webhook.
 * Fails with `NotFound`, `Forbidden` or `SecretsKeyMissing`.
 */
export const testWebhook = Effect.fnUntraced(function* (id: string) {
  const webhook = yield* requireWebhook(id)
  const messageId = `test-${yield* (yield* Ids).next}`
  const body = JSON.stringify({
    type: TEST_TYPE,
    timestamp: yield* now,
    position: null,
    data: { webhookId: webhook.id }
  })
  const { failure, status } = yield* sendMessage(yield* webhookMessage(webhook, messageId, body))
  return { messageId, failure, status }
})
