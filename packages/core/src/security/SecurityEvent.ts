import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Page, Slice } from "../values/Page.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { UserId } from "../values/ids.js"

/** What happened to an account. Readers must ignore types they do not know. */
export const SECURITY_EVENT_TYPES = [
  "account.created",
  "account.verified",
  "account.disabled",
  "account.enabled",
  "account.deleted",
  "signIn.succeeded",
  "signIn.failed",
  "signIn.linked",
  "session.ended",
  "session.allEnded",
  "password.changed",
  "password.reset",
  "password.resetRequested",
  "email.changeRequested",
  "email.changed",
  "email.restored",
  "token.created",
  "token.revoked",
  "calendarLink.created",
  "calendarLink.revoked",
  "role.changed",
  "owner.changed"
] as const
export type SecurityEventType = (typeof SECURITY_EVENT_TYPES)[number]

/** Facts about an event, such as the roles before and after. Never a secret. */
export type SecurityEventDetail = { readonly [fact: string]: string | null }

/** An event of the security log of an account. */
export interface SecurityEvent {
  readonly id: string
  readonly at: Timestamp
  readonly type: SecurityEventType
  readonly userId: UserId
  /** The user who did it. Null for the operator, and where it is unknown, as for a failed sign-in. */
  readonly actorId: UserId | null
  /** The id of the session, token, calendar link, board or workspace that it is about. */
  readonly subjectId: string | null
  /** The address of the client as limits count it; null if unknown. */
  readonly client: string | null
  /** What the client calls itself; null if unknown. */
  readonly userAgent: string | null
  readonly detail: SecurityEventDetail
}

/** An event with what the accounts of its people say now; null where there is none. */
export interface ListedSecurityEvent extends SecurityEvent {
  readonly email: string | null
  readonly actorName: string | null
}

/** Which events a list has. What is left out matches all. */
export interface SecurityEventFilter {
  readonly userId?: UserId | undefined
  readonly type?: SecurityEventType | undefined
  /** The earliest instant. */
  readonly since?: Timestamp | undefined
}

/** Stores the security log. Events stay when their account is removed. */
export class SecurityEventRepository extends Context.Tag("@boardwright/core/SecurityEventRepository")<
  SecurityEventRepository,
  {
    /**
     * Stores the event, unless its user has no account, or already has `most` events of its type after `since`. It writes
     * in either case, so that its duration does not show whether there is an account.
     */
    readonly insert: (event: SecurityEvent, most: number, since: Timestamp) => Effect.Effect<void, StorageUnavailable>
    readonly find: (id: string) => Effect.Effect<Option.Option<SecurityEvent>, StorageUnavailable>
    /** Latest first, ties by id, the greatest first. */
    readonly list: (
      filter: SecurityEventFilter,
      slice: Slice
    ) => Effect.Effect<Page<ListedSecurityEvent>, StorageUnavailable>
    /** Removes up to `limit` events from before the instant, the oldest first, and returns how many. */
    readonly removeBefore: (at: Timestamp, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>() {}
