import { Effect } from "effect"
import { ChangeTypeInput } from "../change/listChanges.js"
import { WebhookSender } from "../ports/WebhookSender.js"
import { invalid } from "../values/InvalidInput.js"
import { listOf, text } from "../values/Text.js"

/** Most characters of a webhook's URL. */
const MAX_URL = 2000

export const WebhookUrl = text(MAX_URL)
/** Types of changes; an empty list stands for all. */
export const WebhookTypes = listOf(ChangeTypeInput, 100)

/** Fails with `InvalidInput` unless messages may be sent to the URL. */
export const requireUrl = Effect.fnUntraced(function* (url: string) {
  const problem = (yield* WebhookSender).problemOf(url)
  if (problem !== null) return yield* invalid(["url"], problem)
})
