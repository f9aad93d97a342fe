import { Schema } from "effect"

/** Storage is out of reach or too busy. Nothing was changed; the same call may succeed later. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  operation: Schema.String,
  cause: Schema.Defect
}) {}

/** The mail could not be handed over. It is tried again in every case, since a rejection may be a misconfiguration. */
export class MailUnavailable extends Schema.TaggedError<MailUnavailable>()("MailUnavailable", {
  cause: Schema.Defect
}) {}

/** The hashing queue is full or too slow. The same call may succeed after `retryAfterSeconds`. */
export class HashingBusy extends Schema.TaggedError<HashingBusy>()("HashingBusy", {
  retryAfterSeconds: Schema.Number
}) {}

/** The CAPTCHA service is out of reach. The same call may succeed later. */
export class CaptchaUnavailable extends Schema.TaggedError<CaptchaUnavailable>()("CaptchaUnavailable", {
  cause: Schema.Defect
}) {}

/** No key for the encryption of secrets is configured, or not the one that a stored secret was encrypted with. */
export class SecretsKeyMissing extends Schema.TaggedError<SecretsKeyMissing>()("SecretsKeyMissing", {
  /** The webhook whose stored secret no configured key decrypts. */
  webhookId: Schema.optional(Schema.String)
}) {
  override get message(): string {
    return this.webhookId === undefined
      ? "No key for secrets is configured"
      : "No configured key decrypts the webhook's secret: rotate the secret, or configure its key"
  }
}

/** The identity provider is out of reach, slow, or refuses this server. The same call may succeed later. */
export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>()("ProviderUnavailable", {
  cause: Schema.Defect
}) {}

/**
 * A sign-in at the identity provider did not succeed: it began too long ago or in another browser (`expired`), the person or
 * the provider declined it (`declined`), or the response is not the provider's for this sign-in (`invalid`).
 */
export class SignInRejected extends Schema.TaggedError<SignInRejected>()("SignInRejected", {
  reason: Schema.Literal("expired", "declined", "invalid"),
  cause: Schema.Defect
}) {}
