import { Duration } from "effect"
import type { EmailTokenPurpose } from "../account/EmailToken.js"
import type { Timestamp } from "../values/Timestamp.js"

/**
 * A mail to be sent. It names an address and a purpose and holds no token: who has the address, and whether a mail is
 * due to them at all, is found out when it is sent.
 */
export interface MailJob {
  readonly id: string
  readonly purpose: EmailTokenPurpose
  /** Normalised. */
  readonly email: string
  readonly createdAt: Timestamp
  /** Failed attempts so far. */
  readonly attempts: number
  /** Not before this. */
  readonly dueAt: Timestamp
}

/** How long sending is tried, from the job's creation. */
export const GIVE_UP_AFTER: Record<EmailTokenPurpose, Duration.Duration> = {
  verification: Duration.hours(48),
  reset: Duration.hours(1)
}
