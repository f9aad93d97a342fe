import { Duration, Effect, Schema } from "effect"
import { TokenScope } from "../access/TokenPower.js"
import { transactOnce } from "../idempotency/transactOnce.js"
import { Ids } from "../ports/Ids.js"
import { MailQueue, requestMail } from "../ports/MailQueue.js"
import { Secrets } from "../ports/Secrets.js"
import { transactional } from "../ports/Transactor.js"
import { recordSecurityEvent } from "../security/recordSecurityEvent.js"
import { Instant } from "../values/Instant.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { toSlice } from "../values/Page.js"
import { Id, listOf, Name, optional } from "../values/Text.js"
import { fromMillis, now, type Timestamp, toMillis } from "../values/Timestamp.js"
import { type ApiToken, ApiTokenId, ApiTokenRepository } from "./ApiTokenRepository.js"
import { apiTokenText, shownPrefix } from "./apiTokenText.js"
import { MAX_PLACES, tokenPlaces } from "./tokenPlaces.js"
import type { UserId } from "./User.js"
import { lockSession } from "./lockSession.js"

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

/** An API token as its user sees it. */
export interface ShownApiToken extends Pick<
  ApiToken,
  "id" | "name" | "prefix" | "scopes" | "createdAt" | "lastUsedAt" | "expiresAt"
> {
  /** The workspaces and boards that it is limited to; both null if it is not limited. */
  readonly workspaceIds: ReadonlyArray<string> | null
  readonly boardIds: ReadonlyArray<string> | null
}

/** A token without its hash. */
export const shown = ({
  createdAt,
  expiresAt,
  id,
  lastUsedAt,
  name,
  places,
  prefix,
  scopes
}: ApiToken): ShownApiToken => {
  const workspaceIds = places?.flatMap(({ boardId, workspaceId }) => (boardId === null ? [workspaceId] : [])) ?? null
  const boardIds = places?.flatMap(({ boardId }) => (boardId === null ? [] : [boardId])) ?? null
  return { id, name, prefix, scopes, workspaceIds, boardIds, createdAt, lastUsedAt, expiresAt }
}

const requireFuture = (expiresAt: Timestamp | undefined, at: Timestamp) =>
  expiresAt !== undefined && expiresAt <= at ? invalid(["expiresAt"], "must be in the future") : Effect.void

/** Stores the token with its event in the security log and its mails. Fails with `InvalidInput` if the account has the most. */
const store = (token: ApiToken) =>
  Effect.gen(function* () {
    yield* lockSession
    if (!(yield* (yield* ApiTokenRepository).insert(token, MAX_API_TOKENS)))
      return yield* invalid(["tokens"], `must be at most ${MAX_API_TOKENS} of one account`)
    const { expiresAt, id, name, scopes, userId } = token
    const detail = { name, scopes: scopes.join(", ") }
    yield* requestMail("tokenCreated", "", yield* recordSecurityEvent("token.created", userId, id, detail))
    const warnAt = expiresAt === null ? 0 : toMillis(expiresAt) - EXPIRY_WARNING
    // By the id of the token, with which the mail is removed.
    if (warnAt > toMillis(token.createdAt)) yield* requestMail("tokenExpiring", "", id, fromMillis(warnAt), id)
    return { result: undefined, id, hasSecret: true }
  })

/**
 * Makes an API token of the user that `owner` finds, once the rest of the input is checked. Returns its text, which is not
 * stored, and queues a mail about it. Fails with `InvalidInput`, also for a place that the user may not read and for the 51st token.
 */
export const makeApiToken = Effect.fnUntraced(function* <E, R>(
  input: CreateApiToken,
  owner: Effect.Effect<{ readonly id: UserId }, E, R>
) {
  const secrets = yield* Secrets
  const { expiresAt, name, scopes, ...named } = yield* decode(input)
  const createdAt = yield* now
  if (scopes.length === 0) return yield* invalid(["scopes"], "must name at least one of read, write, manage")
  yield* requireFuture(expiresAt, createdAt)
  const { id: userId } = yield* owner
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
  yield* transactOnce(store(token), () => ({ result: undefined, id, hasSecret: true }))
  return { token: text, apiToken: shown(token) }
})

/** Removes the account's token and records that in the security log. False if it has none with this id. */
export const removeApiToken = (userId: UserId, id: ApiTokenId) =>
  transactional(
    Effect.gen(function* () {
      const isRemoved = yield* (yield* ApiTokenRepository).remove(userId, id)
      if (!isRemoved) return false
      yield* (yield* MailQueue).remove(id)
      yield* recordSecurityEvent("token.revoked", userId, id)
      return true
    })
  )

/** Removes every token of a locked account, as part of a transaction. */
export const removeApiTokens = Effect.fnUntraced(function* (userId: UserId) {
  const tokens = yield* ApiTokenRepository
  const queue = yield* MailQueue
  const { items } = yield* tokens.list(userId, toSlice({ limit: MAX_API_TOKENS }))
  for (const { id } of items) yield* queue.remove(id)
  yield* tokens.removeAll(userId)
})
