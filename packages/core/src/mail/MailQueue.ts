import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { MailJob } from "./MailJob.js"

/** Keeps mail jobs until they are sent or given up. */
export class MailQueue extends Context.Tag("@boardwright/core/MailQueue")<
  MailQueue,
  {
    /** Part of the transaction it is called in. */
    readonly enqueue: (job: MailJob) => Effect.Effect<void, StorageUnavailable>
    /**
     * Takes up to `limit` jobs that are due at `at` and not leased, oldest due first, and leases them until
     * `leaseUntil`. Of any number of concurrent callers each job goes to one. Atomic by itself.
     */
    readonly claim: (
      at: Timestamp,
      leaseUntil: Timestamp,
      limit: number
    ) => Effect.Effect<ReadonlyArray<MailJob>, StorageUnavailable>
    /** The job is done, one way or the other, and for whoever may have claimed it meanwhile too. */
    readonly remove: (id: string) => Effect.Effect<void, StorageUnavailable>
    /**
     * Ends the lease until `leaseUntil`, counts a failed attempt and makes the job due again at `dueAt`. Nothing changes
     * where the job has another lease or none: it is not the caller's any more.
     */
    readonly postpone: (id: string, leaseUntil: Timestamp, dueAt: Timestamp) => Effect.Effect<void, StorageUnavailable>
    /** Of the jobs that are due before `dueBefore`, leased or not: whether one was made before `instant`. */
    readonly hasOlder: (instant: Timestamp, dueBefore: Timestamp) => Effect.Effect<boolean, StorageUnavailable>
  }
>() {}
