import { Effect, Encoding, Either } from "effect"
import { SecretBox } from "../ports/SecretBox.js"
import { Secrets } from "../ports/Secrets.js"
import type { WebhookId } from "./Webhook.js"

/**
 * A new secret of a webhook, `whsec_` and 32 random bytes in base64, and its encrypted form. Fails with `SecretsKeyMissing`.
 */
export const mintWebhookSecret = Effect.fnUntraced(function* (id: WebhookId) {
  const { token } = yield* (yield* Secrets).mint
  const secret = `whsec_${Encoding.encodeBase64(Either.getOrThrow(Encoding.decodeHex(token)))}`
  return { secret, encrypted: yield* (yield* SecretBox).encrypt(secret, id) }
})
