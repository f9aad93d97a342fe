import { Effect } from "effect"
import { requireUser } from "../access/Actor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { NotFound } from "../values/NotFound.js"
import { listed, PageInput, toSlice } from "../values/Page.js"
import { ApiTokenId, ApiTokenRepository } from "./ApiTokenRepository.js"
import { ownAccount } from "./getProfile.js"
import { type CreateApiToken, makeApiToken, removeApiToken, shown } from "./makeApiToken.js"

const decodePage = decodeInput(PageInput)

/**
 * Makes an API token of the acting user, and queues a mail about it. Returns its text, which is not shown again. It may do what its
 * user may do at that time, within its scopes and places.
 * Fails with `InvalidInput`, also for a place that the user may not read and for the 51st token, `Forbidden` for the operator,
 * or `Unauthenticated` when there is no account, as in a host with its own users.
 */
export const createApiToken = (input: CreateApiToken) => makeApiToken(input, ownAccount)

/**
 * The acting user's API tokens in order of creation, expired ones included. Fails with `InvalidInput`, `Forbidden` for the
 * operator, or `Unauthenticated` when there is no account.
 */
export const listApiTokens = Effect.fnUntraced(function* (input: PageInput = {}) {
  const tokens = yield* ApiTokenRepository
  const slice = toSlice(yield* decodePage(input))
  const { items, total } = yield* tokens.list((yield* ownAccount).id, slice)
  return listed(slice, { items: items.map(shown), total })
})

/**
 * Revokes one of the acting user's own API tokens: it is refused from then on, on every instance, and its webhooks are paused.
 * Fails with `NotFound`, or `Forbidden` for the operator.
 */
export const deleteApiToken = Effect.fnUntraced(function* (id: string) {
  const userId = yield* requireUser
  if (yield* removeApiToken(userId, ApiTokenId.make(id))) return
  return yield* new NotFound({ thing: "Token", id })
})
