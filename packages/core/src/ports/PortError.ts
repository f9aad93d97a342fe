import { Schema } from "effect"

/** Storage is out of reach or too busy; nothing was changed and the same call may succeed later. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  operation: Schema.String,
  cause: Schema.Defect
}) {}

/** The mail could not be handed over; every such failure is tried again, since a refusal may be a misconfiguration. */
export class MailUnavailable extends Schema.TaggedError<MailUnavailable>()("MailUnavailable", {
  cause: Schema.Defect
}) {}

/** Too many passwords wait to be hashed, or for too long; the same call may succeed after `retryAfterSeconds`. */
export class HashingBusy extends Schema.TaggedError<HashingBusy>()("HashingBusy", {
  retryAfterSeconds: Schema.Number
}) {}

/** The CAPTCHA service could not be asked; the same call may succeed later. */
export class CaptchaUnavailable extends Schema.TaggedError<CaptchaUnavailable>()("CaptchaUnavailable", {
  cause: Schema.Defect
}) {}
