import { Effect } from "effect"
import { ChangeTypeInput } from "../change/listChanges.js"
import { WebhookSender } from "../ports/WebhookSender.js"
import { invalid, type Issue } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { Id, listOf, optional, text } from "../values/Text.js"

/** Most characters of a webhook's URL. */
const MAX_URL = 2000

export const WebhookUrl = text(MAX_URL)
/** Types of changes; an empty list stands for all. */
export const WebhookTypes = listOf(ChangeTypeInput, 100)
/** A board or a workspace: exactly one of the two. */
export const PlaceFields = { boardId: optional(Id), workspaceId: optional(Id) }

/** The problem of an input that names no place, or two. */
export const placeIssues = (input: unknown): ReadonlyArray<Issue> => {
  if (!isPlainObject(input)) return []
  const has = (field: string) => (input[field] ?? null) !== null
  if (has("boardId") && has("workspaceId")) {
    return [{ path: ["workspaceId"], message: "must not be given with boardId" }]
  }
  return has("boardId") || has("workspaceId") ? [] : [{ path: ["boardId"], message: "is required, or workspaceId" }]
}

/** Fails with `InvalidInput` unless messages may be sent to the URL. */
export const requireUrl = Effect.fnUntraced(function* (url: string) {
  const problem = (yield* WebhookSender).problemOf(url)
  if (problem !== null) return yield* invalid(["url"], problem)
})
