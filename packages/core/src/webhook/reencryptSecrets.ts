import { Effect, Option } from "effect"
import { requireOperator } from "../access/Actor.js"
import { recording, unchanged } from "../change/recording.js"
import { SecretBox } from "../ports/SecretBox.js"
import type { WebhookId } from "./Webhook.js"
import { WebhookRepository } from "./WebhookRepository.js"

/** How many webhooks are read at once. */
const STEP = 100

/** What became of the secrets of all webhooks. */
export interface ReencryptedSecrets {
  /** How many are encrypted by the first key now and were not before. */
  readonly reencrypted: number
  /** How many were encrypted by it already. */
  readonly unchanged: number
  /** The webhooks whose secret no configured key decrypts. */
  readonly undecryptable: ReadonlyArray<WebhookId>
}

const reencrypt = (id: WebhookId) =>
  recording(
    Effect.gen(function* () {
      const webhooks = yield* WebhookRepository
      const box = yield* SecretBox
      const found = yield* webhooks.lock(id)
      if (Option.isNone(found)) return unchanged("gone" as const)
      const { previousSecret, secret } = found.value
      const renewed = yield* Effect.option(box.renew(secret, id))
      const previous = previousSecret === null ? null : yield* Effect.option(box.renew(previousSecret, id))
      const after = {
        ...found.value,
        secret: Option.getOrElse(renewed, () => secret),
        previousSecret: previous === null ? null : Option.getOrElse(previous, () => previousSecret)
      }
      const isChanged = after.secret !== secret || after.previousSecret !== previousSecret
      if (isChanged) yield* webhooks.replace(after)
      if (Option.isNone(renewed)) return unchanged("undecryptable" as const)
      return unchanged(isChanged ? ("reencrypted" as const) : ("unchanged" as const))
    })
  )

/**
 * Encrypts the secrets of all webhooks by the first key, so that the other keys are no longer needed. Each webhook is a
 * transaction of its own: a run that was interrupted is continued by the next. Fails with `Forbidden`, or with
 * `SecretsKeyMissing` without any key.
 */
export const reencryptSecrets = Effect.fnUntraced(function* () {
  yield* requireOperator("encrypt the secrets of webhooks")
  // Fails without a key, also if there is no webhook.
  yield* (yield* SecretBox).encrypt("", "")
  const webhooks = yield* WebhookRepository
  const counts = { reencrypted: 0, unchanged: 0 }
  const undecryptable: Array<WebhookId> = []
  for (let after: string | undefined = ""; after !== undefined;) {
    const ids: ReadonlyArray<WebhookId> = yield* webhooks.listIds(after, STEP)
    for (const id of ids) {
      const result = yield* reencrypt(id)
      if (result === "undecryptable") undecryptable.push(id)
      else if (result !== "gone") counts[result] += 1
    }
    after = ids.at(-1)
  }
  const done: ReencryptedSecrets = { ...counts, undecryptable }
  return done
})
