import { Effect, Schema } from "effect"
import { actingToken, actingUser } from "../access/Actor.js"
import { ChangeRepository } from "../change/ChangeRepository.js"
import { changedFields, removedFields } from "../change/fieldChanges.js"
import { recorded, recordedSecret, recording, unchanged } from "../change/recording.js"
import { decodeInput } from "../values/InvalidInput.js"
import { patched } from "../values/patched.js"
import { changed, cleared, Flag } from "../values/Text.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { lockWebhook, requireWebhook } from "./requireWebhook.js"
import { shownWebhook, type StoredWebhook } from "./Webhook.js"
import { webhookChange, webhookFields } from "./webhookChange.js"
import { requireUrl, WebhookTypes, WebhookUrl } from "./WebhookInput.js"
import { WebhookRepository } from "./WebhookRepository.js"
import { mintWebhookSecret } from "./webhookSecret.js"

/** For how long messages are signed with the previous secret too, in milliseconds: 24 hours. */
export const ROTATION_MILLIS = 24 * 60 * 60 * 1000

/**
 * The fields of a webhook; an absent one stays. `types`: null or empty for all. `enabled`: false disables it, true makes a
 * disabled one continue with the changes from now on.
 */
export const UpdateWebhook = Schema.Struct({
  url: changed(WebhookUrl),
  types: cleared(WebhookTypes),
  enabled: changed(Flag)
})
export type UpdateWebhook = typeof UpdateWebhook.Encoded

const decode = decodeInput(UpdateWebhook)

type Switched = Partial<Pick<StoredWebhook, "status" | "disabledReason" | "failingSince" | "position" | "checkAt">>

const switched = ({ status }: StoredWebhook, enabled: boolean | undefined, position: number): Switched => {
  if (enabled === undefined || enabled === (status !== "disabled")) return {}
  return enabled
    ? { status: "active", disabledReason: null, failingSince: null, position, checkAt: null }
    : { status: "disabled", disabledReason: "manager", checkAt: null }
}

/**
 * Changes the fields that are given. Who changes the URL becomes the webhook's creator: what the new receiver gets ends with
 * that user's rights. Fails with `InvalidInput`, `NotFound` or `Forbidden`. */
export const updateWebhook = Effect.fnUntraced(function* (id: string, input: UpdateWebhook) {
  const webhooks = yield* WebhookRepository
  const { enabled, types, url } = yield* decode(input)
  yield* requireWebhook(id)
  if (url !== undefined) yield* requireUrl(url)
  const { position } = yield* (yield* ChangeRepository).place
  return yield* recording(
    Effect.gen(function* () {
      const before = yield* lockWebhook(id)
      const author = url === undefined || url === before.url ? null : yield* actingUser
      const patch = {
        url,
        types: types === null ? [] : types,
        ...(author === null ? {} : { creatorId: author, tokenId: (yield* actingToken)?.id ?? null }),
        ...switched(before, enabled, position)
      }
      const after = patched(before, patch, yield* now)
      if (after === before) return unchanged(shownWebhook(after))
      yield* webhooks.replace(after)
      const fields = changedFields(webhookFields(before), webhookFields(after))
      return recorded(shownWebhook(after), webhookChange("webhook.updated", after, fields))
    })
  )
})

/**
 * Replaces the secret and returns the new one, which is not shown again. For 24 hours messages are signed with both. The
 * attempts count as failing only if they fail from now on.
 * Fails with `NotFound`, `Forbidden` or `SecretsKeyMissing`.
 */
export const rotateWebhookSecret = Effect.fnUntraced(function* (id: string) {
  const webhooks = yield* WebhookRepository
  const found = yield* requireWebhook(id)
  const { encrypted, secret } = yield* mintWebhookSecret(found.id)
  return yield* recording(
    Effect.gen(function* () {
      const before = yield* lockWebhook(id)
      const at = yield* now
      const after: StoredWebhook = {
        ...before,
        secret: encrypted,
        previousSecret: before.secret,
        previousUntil: fromMillis(toMillis(at) + ROTATION_MILLIS),
        failingSince: null,
        updatedAt: at
      }
      yield* webhooks.replace(after)
      return recordedSecret({ webhook: shownWebhook(after), secret }, webhookChange("webhook.secretRotated", after, {}))
    })
  )
})

/** Deletes the webhook with its deliveries. Fails with `NotFound` or `Forbidden`. */
export const deleteWebhook = Effect.fnUntraced(function* (id: string) {
  const webhooks = yield* WebhookRepository
  yield* recording(
    Effect.gen(function* () {
      const webhook = yield* lockWebhook(id)
      yield* webhooks.remove(webhook.id)
      const fields = removedFields(webhookFields(webhook))
      return recorded(undefined, webhookChange("webhook.deleted", webhook, fields))
    })
  )
})
