import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { UserId } from "./User.js"

/** A change of an account's address: requested, then confirmed from the new address, then possibly undone from the old. */
export interface EmailChange {
  readonly id: string
  readonly userId: UserId
  readonly email: string
  readonly previousEmail: string
  /** The account's token version at the request. With another one an unconfirmed request has ended. */
  readonly tokenVersion: number
  readonly createdAt: Timestamp
  readonly confirmedAt: Timestamp | null
  /** When it was undone, or ended by undoing an earlier change; null otherwise. */
  readonly endedAt: Timestamp | null
  /** When its link expires; before its link is sent, when that is at the latest. */
  readonly expiresAt: Timestamp
}

/** The mail that a link of a change is in: to the new address before it is confirmed, to the old one afterwards. */
export type EmailChangePurpose = "emailChange" | "emailChanged"

/** Stores changes of addresses. They are removed with their account. */
export class EmailChangeRepository extends Context.Tag("@boardwright/core/EmailChangeRepository")<
  EmailChangeRepository,
  {
    /** Stores a new request. It replaces the account's unconfirmed ones; all changes that have expired by then are removed. */
    readonly insert: (change: EmailChange) => Effect.Effect<void, StorageUnavailable>
    readonly find: (id: string) => Effect.Effect<Option.Option<EmailChange>, StorageUnavailable>
    /** The change whose last link has the token with this hash. */
    readonly findByToken: (hash: string) => Effect.Effect<Option.Option<EmailChange>, StorageUnavailable>
    /** Sets the token of the link and when it expires. Nothing changes if the change has ended or has no such mail now. */
    readonly setToken: (
      id: string,
      purpose: EmailChangePurpose,
      hash: string,
      expiresAt: Timestamp
    ) => Effect.Effect<void, StorageUnavailable>
    /** Marks an unconfirmed change confirmed; its token is void. False if it is confirmed, has ended or is missing. */
    readonly confirm: (id: string, at: Timestamp, expiresAt: Timestamp) => Effect.Effect<boolean, StorageUnavailable>
    /** Ends the account's changes that were requested at this token version or a later one; those that ended before stay. */
    readonly end: (userId: UserId, fromVersion: number, at: Timestamp) => Effect.Effect<void, StorageUnavailable>
    /** Whether a confirmed change of another account, open and not expired at `at`, can be undone to the normalised address. */
    readonly isReserved: (
      normalized: string,
      userId: UserId,
      at: Timestamp
    ) => Effect.Effect<boolean, StorageUnavailable>
  }
>() {}
