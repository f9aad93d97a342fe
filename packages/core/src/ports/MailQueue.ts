import { Context, Effect } from "effect"
import { now, type Timestamp } from "../values/Timestamp.js"
import { Ids } from "./Ids.js"
import type { StorageUnavailable } from "./PortError.js"

/** What the one-time token in a mail is good for. */
export type MailedTokenPurpose = "verification" | "reset"

/** What a one-time token is good for. That of a single sign-on is not mailed. */
export type TokenPurpose = MailedTokenPurpose | "signin"

/** Mails about an account to its user: a sign-in from a new device, and API tokens. */
export type AccountMailPurpose = "signedIn" | "tokenCreated" | "tokenExpiring"

/** The kinds of mail. */
export type MailPurpose =
  | MailedTokenPurpose
  | AccountMailPurpose
  | "webhookDisabled"
  | "invitation"
  | "emailChange"
  | "emailChanged"
  | "notification"

/**
 * A mail to send. It names an address and a purpose and holds neither token nor text: whether an account has the address,
 * whether it is to get the mail, and what the mail says is decided at delivery.
 */
export interface MailJob {
  readonly id: string
  readonly purpose: MailPurpose
  /** Normalised. Empty for notifications and mails about an account, which go to the address that the account has then. */
  readonly email: string
  /**
   * The id of what the mail is about: the webhook that was disabled, the invitation, the change of address, the API
   * token that expires, the event in the security log; of notifications the user. Null for other mails.
   */
  readonly subjectId: string | null
  readonly createdAt: Timestamp
  /** Failed attempts so far. */
  readonly attempts: number
  /** Earliest time of the next attempt. */
  readonly dueAt: Timestamp
}

/** Stores mail jobs until they are sent or given up. */
export class MailQueue extends Context.Tag("@boardwright/core/MailQueue")<
  MailQueue,
  {
    /** Part of the transaction it is called in. */
    readonly enqueue: (job: MailJob) => Effect.Effect<void, StorageUnavailable>
    /**
     * As `enqueue`, unless a job with this id is stored, which stays as it is and which no other transaction removes before
     * this one ends.
     */
    readonly merge: (job: MailJob) => Effect.Effect<void, StorageUnavailable>
    /**
     * Takes up to `limit` jobs that are due at `at` and not leased, oldest due first, and leases them until
     * `leaseUntil`; none while the database is held (`System.HOLD`). Of any number of concurrent callers each job goes to
     * one. Atomic by itself.
     */
    readonly claim: (
      at: Timestamp,
      leaseUntil: Timestamp,
      limit: number
    ) => Effect.Effect<ReadonlyArray<MailJob>, StorageUnavailable>
    /** Removes a job that is sent or given up, even if another caller has claimed it since. */
    readonly remove: (id: string) => Effect.Effect<void, StorageUnavailable>
    /**
     * Ends the lease until `leaseUntil`, counts a failed attempt and makes the job due again at `dueAt`. Nothing
     * changes if the job has another lease or none: it is no longer the caller's.
     */
    readonly postpone: (id: string, leaseUntil: Timestamp, dueAt: Timestamp) => Effect.Effect<void, StorageUnavailable>
    /** As `postpone`, without a failed attempt: the job is then as one that is requested at `until`. */
    readonly putOff: (id: string, leaseUntil: Timestamp, until: Timestamp) => Effect.Effect<void, StorageUnavailable>
    /** Whether any job that is due before `dueBefore`, leased or not, was created before `instant`. */
    readonly hasOlder: (instant: Timestamp, dueBefore: Timestamp) => Effect.Effect<boolean, StorageUnavailable>
  }
>() {}

/**
 * Queues a mail to a normalised address, as part of the transaction it is called in. `later`: when it is
 * to be sent; null for now. `jobId`: the id of the job, if it is to be found again.
 */
export const requestMail = Effect.fnUntraced(function* (
  purpose: MailPurpose,
  email: string,
  subjectId: string | null = null,
  later: Timestamp | null = null,
  jobId: string | null = null
) {
  const queue = yield* MailQueue
  const id = jobId ?? (yield* (yield* Ids).next)
  const at = later ?? (yield* now)
  yield* queue.enqueue({ id, purpose, email, subjectId, createdAt: at, attempts: 0, dueAt: at })
})
