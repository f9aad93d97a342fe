import { Duration } from "effect"
import type { Timestamp } from "../values/Timestamp.js"
import type { UserId } from "./User.js"

/** What a mailed token is good for. */
export type EmailTokenPurpose = "verification" | "reset"

/** A mailed one-time token as it is stored: by its hash. */
export interface EmailToken {
  readonly hash: string
  readonly purpose: EmailTokenPurpose
  readonly userId: UserId
  readonly expiresAt: Timestamp
  /** When it was used, or null. */
  readonly usedAt: Timestamp | null
}

/** How long a token is valid, from its sending. */
export const LIFETIME: Record<EmailTokenPurpose, Duration.Duration> = {
  verification: Duration.hours(24),
  reset: Duration.hours(1)
}
