import { Effect, Schema } from "effect"
import { requireOperator } from "../access/Actor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { optional, text } from "../values/Text.js"
import { AccountDisabled } from "./AccountError.js"
import { loadAccount } from "./administerAccounts.js"
import { type ApiToken, ApiTokenId, ApiTokenRepository } from "./ApiTokenRepository.js"
import { type CreateApiToken, makeApiToken, removeApiToken, shown, type ShownApiToken } from "./makeApiToken.js"
import type { UserId } from "./User.js"

const usable = Effect.fnUntraced(function* (idOrEmail: string) {
  const { disabledAt, id } = yield* loadAccount(idOrEmail)
  return disabledAt === null ? { id } : yield* new AccountDisabled({ id })
})

/**
 * Makes an API token of an account, as its user would by `createApiToken`. The address need not be verified. For the operator.
 * Fails with `Forbidden`, `InvalidInput`, `NotFound` or `AccountDisabled`.
 */
export const createApiTokenFor = Effect.fnUntraced(function* (idOrEmail: string, input: CreateApiToken) {
  yield* requireOperator("create tokens of other users")
  return yield* makeApiToken(input, usable(idOrEmail))
})

/** An API token of any account. */
export interface AnyApiToken extends ShownApiToken {
  readonly userId: UserId
  /** The address of its user. */
  readonly email: string
}

/** `user` (id or address): only that account's tokens; and which page. */
export const ListAllApiTokens = Schema.Struct({ user: optional(text(320)), ...PageFields })
export type ListAllApiTokens = typeof ListAllApiTokens.Encoded

const decodeList = decodeInput(ListAllApiTokens)

const withUser = (token: ApiToken, email: string): AnyApiToken => ({ ...shown(token), userId: token.userId, email })

/**
 * The API tokens of all accounts or of one, by account and in order of creation, expired ones included. For the operator.
 * Fails with `Forbidden`, `InvalidInput` or `NotFound`.
 */
export const listAllApiTokens = Effect.fnUntraced(function* (input: ListAllApiTokens = {}) {
  yield* requireOperator("list tokens of other users")
  const tokens = yield* ApiTokenRepository
  const { user, ...page } = yield* decodeList(input)
  const slice = toSlice(page)
  if (user === undefined) {
    const { items, total } = yield* tokens.listAll(slice)
    return listed(slice, { items: items.map(({ email, ...token }) => withUser(token, email)), total })
  }
  const { email, id } = yield* loadAccount(user)
  const { items, total } = yield* tokens.list(id, slice)
  return listed(slice, { items: items.map((token) => withUser(token, email)), total })
})

/**
 * Revokes an API token of any account: it is refused from then on, on every instance, and its webhooks are paused. For the
 * operator. Fails with `Forbidden` or `NotFound`.
 */
export const revokeApiToken = Effect.fnUntraced(function* (id: string) {
  yield* requireOperator("revoke tokens of other users")
  const tokens = yield* ApiTokenRepository
  const missing = orNotFound("Token", id)
  const { id: tokenId, userId } = yield* missing(tokens.find(ApiTokenId.make(id)))
  yield* removeApiToken(userId, tokenId)
})
