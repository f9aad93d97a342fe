import { Effect } from "effect"
import { CurrentActor, requireUser } from "../access/Actor.js"
import { transactional } from "../ports/Transactor.js"
import { recordSecurityEvent } from "../security/recordSecurityEvent.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { NotFound } from "../values/NotFound.js"
import { listed, PageInput, toSlice } from "../values/Page.js"
import { now, type Timestamp } from "../values/Timestamp.js"
import { AccountRepository } from "./AccountRepository.js"
import { ownAccount } from "./getProfile.js"
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

/**
 * The acting user's own sessions, last seen first. Fails with `InvalidInput`, `Forbidden` for the operator, or
 * `Unauthenticated` when there is no account, as in a host with its own users.
 */
export const listSessions = Effect.fnUntraced(function* (input: PageInput = {}) {
  const sessions = yield* SessionRepository
  const slice = toSlice(yield* decode(input))
  const { id: userId } = yield* ownAccount
  const currentId = yield* currentSession
  const { items, total } = yield* sessions.list(userId, yield* now, slice)
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

/**
 * Ends every access token of the acting user, also those without a session. Fails with `Forbidden` for the operator, or
 * `Unauthenticated` when there is no account.
 */
export const signOutEverywhere = Effect.fnUntraced(function* () {
  const accounts = yield* AccountRepository
  const { id } = yield* ownAccount
  yield* transactional(Effect.zipRight(accounts.raiseTokenVersion(id), recordSecurityEvent("session.allEnded", id)))
})

/** Removes sessions whose access token has expired. */
export const removeExpiredSessions = Effect.gen(function* () {
  yield* (yield* SessionRepository).removeExpired(yield* now)
})
