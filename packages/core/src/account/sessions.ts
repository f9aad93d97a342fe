import { Effect, Schema } from "effect"
import { CurrentActor, requireOperator, requireUser } from "../access/Actor.js"
import { CalendarRepository } from "../calendarLink/CalendarRepository.js"
import { transactional } from "../ports/Transactor.js"
import { recordSecurityEvent } from "../security/recordSecurityEvent.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { NotFound } from "../values/NotFound.js"
import { listed, PageInput, type Slice, toSlice } from "../values/Page.js"
import { Flag, optional } from "../values/Text.js"
import { now, type Timestamp } from "../values/Timestamp.js"
import { toDetails } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { loadAccount } from "./administerAccounts.js"
import { ownAccount } from "./getProfile.js"
import { removeApiTokens } from "./makeApiToken.js"
import { type Session, SessionId, SessionRepository } from "./SessionRepository.js"
import type { UserId } from "./User.js"

/** A session as its user sees it. */
export interface ShownSession {
  readonly id: SessionId
  readonly userAgent: string | null
  readonly createdAt: Timestamp
  readonly seenAt: Timestamp
  readonly expiresAt: Timestamp
  /** Whether the actor acts by this session. */
  readonly current: boolean
}

const decode = decodeInput(PageInput)

const currentSession = Effect.map(CurrentActor, (actor) => (actor._tag === "User" ? actor.sessionId : undefined))

const shownSessions = Effect.fnUntraced(function* (userId: UserId, slice: Slice) {
  const currentId = yield* currentSession
  const { items, total } = yield* (yield* SessionRepository).list(userId, yield* now, slice)
  const shown = items.map(({ createdAt, expiresAt, id, seenAt, userAgent }: Session): ShownSession => ({
    id,
    userAgent,
    createdAt,
    seenAt,
    expiresAt,
    current: id === currentId
  }))
  return listed(slice, { items: shown, total })
})

/**
 * The acting user's own sessions, last seen first. Fails with `InvalidInput`, `Forbidden` for the operator, or
 * `Unauthenticated` when there is no account, as in a host with its own users.
 */
export const listSessions = Effect.fnUntraced(function* (input: PageInput = {}) {
  const slice = toSlice(yield* decode(input))
  return yield* shownSessions((yield* ownAccount).id, slice)
})

/** Removes a session of the user and records that. False if there is none. */
const endOne = (userId: UserId, id: SessionId) =>
  transactional(
    Effect.flatMap(SessionRepository, (sessions) =>
      Effect.tap(sessions.remove(userId, id), (removed) =>
        removed ? recordSecurityEvent("session.ended", userId, id) : Effect.void
      )
    )
  )

/**
 * Ends one of the acting user's own sessions: its access token is refused from then on, on every instance.
 * Fails with `NotFound`, or `Forbidden` for the operator.
 */
export const endSession = Effect.fnUntraced(function* (id: string) {
  if (yield* endOne(yield* requireUser, SessionId.make(id))) return
  return yield* new NotFound({ thing: "Session", id })
})

/**
 * Ends the session that the actor acts by. Fails with `InvalidInput` for a token without a session, or `Forbidden` for the
 * operator.
 */
export const signOut = Effect.fnUntraced(function* () {
  const userId = yield* requireUser
  const id = yield* currentSession
  if (id === undefined) return yield* invalid(["token"], "has no session: sign out everywhere instead")
  // A concurrent call may have removed it.
  yield* endOne(userId, id)
})

/** `tokens`: whether API tokens and calendar links end, too (default: false). */
export const SignOutEverywhere = Schema.Struct({ tokens: optional(Flag) })
export type SignOutEverywhere = typeof SignOutEverywhere.Encoded

const decodeEverywhere = decodeInput(SignOutEverywhere)

/** Ends every access token of an account, and its API tokens and calendar links if asked to, in a transaction. */
const endAll = Effect.fnUntraced(function* (id: UserId, { tokens = false }: SignOutEverywhere) {
  const accounts = yield* AccountRepository
  yield* transactional(
    Effect.gen(function* () {
      yield* accounts.raiseTokenVersion(id)
      if (tokens) {
        yield* removeApiTokens(id)
        yield* (yield* CalendarRepository).removeOf(id)
      }
      yield* recordSecurityEvent("session.allEnded", id, null, tokens ? { tokens: "revoked" } : {})
    })
  )
})

/**
 * Ends every access token of the acting user, also those without a session, and with `tokens` every API token and calendar link. Fails with
 * `InvalidInput`, `Forbidden` for the operator, or `Unauthenticated` when there is no account.
 */
export const signOutEverywhere = Effect.fnUntraced(function* (input: SignOutEverywhere = {}) {
  const wanted = yield* decodeEverywhere(input)
  yield* endAll((yield* ownAccount).id, wanted)
})

/**
 * As `signOutEverywhere`, for another account, by id or address. For the operator. Fails with `InvalidInput`, `Forbidden` or
 * `NotFound`.
 */
export const signOutUser = Effect.fnUntraced(function* (idOrEmail: string, input: SignOutEverywhere = {}) {
  yield* requireOperator("sign users out")
  const wanted = yield* decodeEverywhere(input)
  const account = yield* loadAccount(idOrEmail)
  yield* endAll(account.id, wanted)
  return toDetails(account)
})

/**
 * The sessions of an account, by id or address, last seen first. For the operator. Fails with `InvalidInput`, `Forbidden` or
 * `NotFound`.
 */
export const listSessionsOf = Effect.fnUntraced(function* (idOrEmail: string, input: PageInput = {}) {
  yield* requireOperator("read sessions")
  const slice = toSlice(yield* decode(input))
  const { id } = yield* loadAccount(idOrEmail)
  return yield* shownSessions(id, slice)
})

/** Removes sessions whose access token has expired. */
export const removeExpiredSessions = Effect.gen(function* () {
  yield* (yield* SessionRepository).removeExpired(yield* now)
})
