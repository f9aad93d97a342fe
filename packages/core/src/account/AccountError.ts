import { Schema } from "effect"
import { UserId } from "./User.js"

/** An account with this address exists. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {}

/** No account has this address and password. Carries no reason, so that it does not reveal which accounts exist. */
export class InvalidCredentials extends Schema.TaggedError<InvalidCredentials>()("InvalidCredentials", {}) {}

/** The person is known, but the address is not verified: here, or at the identity provider. */
export class EmailNotVerified extends Schema.TaggedError<EmailNotVerified>()("EmailNotVerified", {}) {}

/** The one-time token is unknown, used or expired. */
export class InvalidEmailToken extends Schema.TaggedError<InvalidEmailToken>()("InvalidEmailToken", {}) {}

/** Passwords are switched off: people sign in elsewhere. */
export class PasswordSignInOff extends Schema.TaggedError<PasswordSignInOff>()("PasswordSignInOff", {}) {}

/** The account with this address belongs to another person at the identity provider. */
export class IdentityConflict extends Schema.TaggedError<IdentityConflict>()("IdentityConflict", {}) {}

/** The access token is missing or not valid. */
export class Unauthenticated extends Schema.TaggedError<Unauthenticated>()("Unauthenticated", {}) {}

/** The account is disabled, so a token for it would be void. Reported to the operator only. */
export class AccountDisabled extends Schema.TaggedError<AccountDisabled>()("AccountDisabled", { id: UserId }) {}
