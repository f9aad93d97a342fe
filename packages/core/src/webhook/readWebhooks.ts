import { Effect, Schema } from "effect"
import { decodeInput } from "../values/InvalidInput.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { PlaceFields, placeIssues } from "../values/PlaceInput.js"
import { requireNamedPlace, requireWebhook } from "./requireWebhook.js"
import { shownWebhook } from "./Webhook.js"
import { WebhookRepository } from "./WebhookRepository.js"

/** A page of the webhooks of a board, or of those of a workspace itself. */
export const ListWebhooks = Schema.Struct({ ...PlaceFields, ...PageFields })
export type ListWebhooks = typeof ListWebhooks.Encoded

const decode = decodeInput(ListWebhooks, placeIssues)

/**
 * The webhooks of a board, or those of a workspace itself, in order of creation.
 * Fails with `InvalidInput`, `NotFound` for the place, or `Forbidden`.
 */
export const listWebhooks = Effect.fnUntraced(function* (input: ListWebhooks) {
  const { limit, page, ...named } = yield* decode(input)
  const place = yield* requireNamedPlace(named)
  const all = yield* (yield* WebhookRepository).list(place)
  const slice = toSlice({ page, limit })
  const items = all.slice(slice.offset, slice.offset + slice.limit).map(shownWebhook)
  return listed(slice, { items, total: all.length })
})

/** A webhook. Fails with `NotFound` or `Forbidden`. */
export const getWebhook = (id: string) => Effect.map(requireWebhook(id), shownWebhook)
