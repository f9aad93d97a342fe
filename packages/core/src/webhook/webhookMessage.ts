import { Clock, Effect, Option } from "effect"
import type { Change } from "../change/Change.js"
import { SecretsKeyMissing } from "../ports/PortError.js"
import { SecretBox } from "../ports/SecretBox.js"
import type { WebhookMessage } from "../ports/WebhookSender.js"
import { bytesOf } from "../values/Text.js"
import { toMillis } from "../values/Timestamp.js"
import type { StoredWebhook } from "./Webhook.js"

/** Bytes from which a body is sent without the values of the change. */
export const MAX_BODY_BYTES = 20_000

/** The change as the feed returns it: without its recipient. */
const toSent = ({ recipientId: _, ...change }: Change) => change

/**
 * The body that delivers a change: JSON of type, timestamp, position, and the change as `data`. One of 20,000 bytes or more
 * is sent without the values: `fields` is then empty, and `truncated` true.
 */
export const webhookBody = (change: Change): string => {
  const data = toSent(change)
  const envelope = { type: change.type, timestamp: change.at, position: change.position }
  const body = JSON.stringify({ ...envelope, data })
  return bytesOf(body) < MAX_BODY_BYTES
    ? body
    : JSON.stringify({ ...envelope, truncated: true, data: { ...data, fields: {} } })
}

/** A message to a webhook, with the secrets that it is signed with now. Fails with `SecretsKeyMissing`. */
export const webhookMessage = Effect.fnUntraced(function* (
  { id, previousSecret, previousUntil, secret, url }: StoredWebhook,
  messageId: string,
  body: string
) {
  const box = yield* SecretBox
  const at = yield* Clock.currentTimeMillis
  const isRotating = previousSecret !== null && previousUntil !== null && at < toMillis(previousUntil)
  const current = yield* Effect.mapError(box.decrypt(secret, id), () => new SecretsKeyMissing({ webhookId: id }))
  // The previous secret of one that was rotated because its key is lost.
  const previous = isRotating ? yield* Effect.option(box.decrypt(previousSecret, id)) : Option.none()
  const message: WebhookMessage = { url, id: messageId, body, secrets: [current, ...Option.toArray(previous)] }
  return message
})
