import { Effect, Schema } from "effect"
import { actingToken, requireUser } from "../access/Actor.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { ChangeRepository } from "../change/ChangeRepository.js"
import { createdFields } from "../change/fieldChanges.js"
import { recordedSecret, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { PlaceFields, placeIssues } from "../values/PlaceInput.js"
import { now } from "../values/Timestamp.js"
import { WorkspaceRepository } from "../workspace/WorkspaceRepository.js"
import { requireNamedPlace } from "./requireWebhook.js"
import { shownWebhook, type StoredWebhook, WebhookId } from "./Webhook.js"
import { webhookChange, webhookFields } from "./webhookChange.js"
import { requireUrl, WebhookTypes, WebhookUrl } from "./WebhookInput.js"
import { type WebhookPlace, WebhookRepository } from "./WebhookRepository.js"
import { mintWebhookSecret } from "./webhookSecret.js"

/** Most webhooks of one board, and of one workspace. */
export const MAX_WEBHOOKS = 20

/** A webhook of a board or of a workspace. `types`: absent or empty for all changes. */
export const CreateWebhook = Schema.Struct({
  ...PlaceFields,
  url: WebhookUrl,
  types: Schema.optionalWith(WebhookTypes, { nullable: true, default: () => [] })
})
export type CreateWebhook = typeof CreateWebhook.Encoded

const decode = decodeInput(CreateWebhook, placeIssues)

/** Locks the place, so that its webhooks are counted one at a time. */
const lockPlace = Effect.fnUntraced(function* ({ boardId, workspaceId }: WebhookPlace) {
  if (boardId === null) yield* (yield* WorkspaceRepository).lock(workspaceId)
  else yield* (yield* BoardRepository).lock(boardId)
})

/**
 * Makes a webhook that delivers every change from now on. Returns its secret, which is not shown again.
 * Fails with `InvalidInput`, also for the 21st of a place, `NotFound` for the place, `Forbidden`, also for the operator, or
 * `SecretsKeyMissing`.
 */
export const createWebhook = Effect.fnUntraced(function* (input: CreateWebhook) {
  const webhooks = yield* WebhookRepository
  const { types, url, ...named } = yield* decode(input)
  const place = yield* requireNamedPlace(named)
  const creatorId = yield* requireUser
  yield* requireUrl(url)
  const id = WebhookId.make(yield* (yield* Ids).next)
  const { encrypted, secret } = yield* mintWebhookSecret(id)
  const { position } = yield* (yield* ChangeRepository).place
  const at = yield* now
  const webhook: StoredWebhook = {
    id,
    ...place,
    url,
    types,
    creatorId,
    status: "active",
    disabledReason: null,
    failingSince: null,
    createdAt: at,
    updatedAt: at,
    secret: encrypted,
    previousSecret: null,
    previousUntil: null,
    tokenId: (yield* actingToken)?.id ?? null,
    position,
    replay: null,
    checkAt: null
  }
  return yield* recording(
    Effect.gen(function* () {
      yield* lockPlace(place)
      yield* requireNamedPlace(named)
      if ((yield* webhooks.list(place)).length >= MAX_WEBHOOKS) {
        return yield* invalid(["webhooks"], `must be at most ${MAX_WEBHOOKS} of one board or workspace`)
      }
      yield* webhooks.insert(webhook)
      const change = webhookChange("webhook.created", webhook, createdFields(webhookFields(webhook)))
      return recordedSecret({ webhook: shownWebhook(webhook), secret }, change)
    })
  )
})
