import { Duration, Effect, Option } from "effect"
import type { Account } from "../account/Account.js"
import { BoardRepository } from "../board/BoardRepository.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { creatorManages } from "../webhook/takeDeliveries.js"
import { DISABLED_AFTER, type StoredWebhook, WebhookId } from "../webhook/Webhook.js"
import { originOf } from "../webhook/webhookChange.js"
import { WebhookRepository } from "../webhook/WebhookRepository.js"
import { WorkspaceRepository } from "../workspace/WorkspaceRepository.js"
import type { MailParts } from "./texts/MailParts.js"
import { textsIn } from "./texts/textsIn.js"
import { plainName, writeMail } from "./writeMail.js"

/** The webhook, if delivery disabled it and this account created it and still manages its place. */
const findDisabled = Effect.fnUntraced(function* (id: string, account: Account) {
  const found = yield* (yield* WebhookRepository).find(WebhookId.make(id))
  if (Option.isNone(found)) return null
  const { creatorId, disabledReason, status } = found.value
  const isMeant = status === "disabled" && disabledReason !== "manager" && creatorId === account.id
  return isMeant && (yield* creatorManages(found.value)) ? found.value : null
})

/** Its place, with its name. */
const placeOf = Effect.fnUntraced(function* ({ boardId, workspaceId }: StoredWebhook) {
  const find: Effect.Effect<Option.Option<{ readonly name: string }>, StorageUnavailable> = boardId === null
    ? (yield* WorkspaceRepository).find(workspaceId)
    : (yield* BoardRepository).find(boardId)
  const kind: MailParts["place"]["kind"] = boardId === null ? "workspace" : "board"
  return { kind, name: plainName(Option.match(yield* find, { onNone: () => "", onSome: (found) => found.name })) }
})

/**
 * The mail about a webhook that delivery disabled; null if it is enabled or removed, or if the account may not manage it. It has
 * the origin of the URL only: many services have a secret in the rest.
 */
export const webhookMail = Effect.fnUntraced(function* (id: string, account: Account) {
  const webhook = yield* findDisabled(id, account)
  if (webhook === null) return null
  const [origin, place] = [originOf(webhook.url), yield* placeOf(webhook)]
  const all = yield* textsIn(account.language)
  const { webhook: texts } = all
  const why =
    webhook.disabledReason === "gone" ? texts.gone(origin) : texts.failing(origin, Duration.toDays(DISABLED_AFTER))
  return writeMail(account, all, {
    subject: texts.subject,
    reason: texts.reason(why, place),
    link: null,
    closing: [texts.enable, texts.id(webhook.id)]
  })
})
