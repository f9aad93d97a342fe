import { Duration, Effect, Schema } from "effect"
import { requireUser } from "../access/Actor.js"
import { TokenScope } from "../access/TokenPower.js"
import { Ids } from "../ports/Ids.js"
import { requestMail } from "../ports/MailQueue.js"
import { Secrets } from "../ports/Secrets.js"
import { transactional } from "../ports/Transactor.js"
import { recordSecurityEvent } from "../security/recordSecurityEvent.js"
import { Instant } from "../values/Instant.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { NotFound } from "../values/NotFound.js"
import { listed, PageInput, toSlice } from "../values/Page.js"
import { Id, listOf, Name, optional } from "../values/Text.js"
import { fromMillis, now, type Timestamp, toMillis } from "../values/Timestamp.js"
import { type ApiToken, ApiTokenId, ApiTokenRepository } from "./ApiTokenRepository.js"
import { apiTokenText, shownPrefix } from "./apiTokenText.js"
import { ownAccount } from "./getProfile.js"
import { MAX_PLACES, tokenPlaces } from "./tokenPlaces.js"

/** Most API tokens of one account. */
export const MAX_API_TOKENS = 50

/** How long before a token expires its user gets a mail. */
const EXPIRY_WARNING = Duration.toMillis("7 days")

const PlaceIds = optional(listOf(Id, MAX_PLACES))

/**
 * An API token. `scopes`: one to three. `workspaceIds`, `boardIds`: the places that it is limited to, at most 100; both
 * absent for everything that its user may reach. `expiresAt`: absent for never.
 */
export const CreateApiToken = Schema.Struct({
  name: Name,
  scopes: listOf(TokenScope, TokenScope.literals.length),
  workspaceIds: PlaceIds,
  boardIds: PlaceIds,
  expiresAt: optional(Instant)
})
export type CreateApiToken = typeof CreateApiToken.Encoded

const decode = decodeInput(CreateApiToken)
const decodePage = decodeInput(PageInput)

/** An API token as its user sees it. */
export interface ShownApiToken extends Pick<
  ApiToken,
  "id" | "name" | "prefix" | "scopes" | "createdAt" | "lastUsedAt" | "expiresAt"
> {
  /** The workspaces and boards that it is limited to; both null if it is not limited. */
  readonly workspaceIds: ReadonlyArray<string> | null
  readonly boardIds: ReadonlyArray<string> | null
}

const shown = ({ createdAt, expiresAt, id, lastUsedAt, name, places, prefix, scopes }: ApiToken): ShownApiToken => {
  const workspaceIds = places?.flatMap(({ boardId, workspaceId }) => (boardId === null ? [workspaceId] : [])) ?? null
  const boardIds = places?.flatMap(({ boardId }) => (boardId === null ? [] : [boardId])) ?? null
  return { id, name, prefix, scopes, workspaceIds, boardIds, createdAt, lastUsedAt, expiresAt }
}

const requireFuture = (expiresAt: Timestamp | undefined, at: Timestamp) =>
  expiresAt !== undefined && expiresAt <= at ? invalid(["expiresAt"], "must be in the future") : Effect.void

/** Stores the token with its event in the security log and its mails. False if the account has the most. */
const store = (token: ApiToken) =>
  transactional(
    Effect.gen(function* () {
      if (!(yield* (yield* ApiTokenRepository).insert(token, MAX_API_TOKENS))) return false
      const { expiresAt, id, name, scopes, userId } = token
      const detail = { name, scopes: scopes.join(", ") }
      yield* requestMail("tokenCreated", "", yield* recordSecurityEvent("token.created", userId, id, detail))
      const warnAt = expiresAt === null ? 0 : toMillis(expiresAt) - EXPIRY_WARNING
      if (warnAt > toMillis(token.createdAt)) yield* requestMail("tokenExpiring", "", id, fromMillis(warnAt))
      return true
    })
  )

/**
 * Makes an API token of the acting user. Returns its text, which is not shown again, and queues a mail about it. What it may do is what its user may do
 * at that time, within its scopes and places.
 * Fails with `InvalidInput`, also for a place that the user may not read and for the 51st token, `Forbidden` for the operator,
 * or `Unauthenticated` when there is no account, as in a host with its own users.
 */
export const createApiToken = Effect.fnUntraced(function* (input: CreateApiToken) {
  const secrets = yield* Secrets
  const { expiresAt, name, scopes, ...named } = yield* decode(input)
  const createdAt = yield* now
  if (scopes.length === 0) return yield* invalid(["scopes"], "must name at least one of read, write, manage")
  yield* requireFuture(expiresAt, createdAt)
  const { id: userId } = yield* ownAccount
  const places = yield* tokenPlaces(userId, named)
  const id = ApiTokenId.make(yield* (yield* Ids).next)
  const text = apiTokenText((yield* secrets.mint).token)
  const token: ApiToken = {
    id,
    userId,
    name,
    hash: yield* secrets.hash(text),
    prefix: shownPrefix(text),
    scopes: TokenScope.literals.filter((scope) => scopes.includes(scope)),
    places,
    createdAt,
    lastUsedAt: null,
    expiresAt: expiresAt ?? null
  }
  if (yield* store(token)) return { token: text, apiToken: shown(token) }
  return yield* invalid(["tokens"], `must be at most ${MAX_API_TOKENS} of one account`)
})

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
  const tokens = yield* ApiTokenRepository
  const userId = yield* requireUser
  const removed = transactional(
    Effect.tap(tokens.remove(userId, ApiTokenId.make(id)), (done) =>
      done ? recordSecurityEvent("token.revoked", userId, id) : Effect.void
    )
  )
  if (yield* removed) return
  return yield* new NotFound({ thing: "Token", id })
})
