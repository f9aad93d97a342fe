import { Schema } from "effect"
import { UserId } from "./User.js"

/** An account with this address exists. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {}

/** No account has this address and password; says no more on purpose. */
export class InvalidCredentials extends Schema.TaggedError<InvalidCredentials>()("InvalidCredentials", {}) {}

/** The password is right and the address not verified yet. */
export class EmailNotVerified extends Schema.TaggedError<EmailNotVerified>()("EmailNotVerified", {}) {}

/** The mailed token is unknown, used or expired. */
export class InvalidEmailToken extends Schema.TaggedError<InvalidEmailToken>()("InvalidEmailToken", {}) {}

/** There is no valid access token. */
export class Unauthenticated extends Schema.TaggedError<Unauthenticated>()("Unauthenticated", {}) {}

/** The account is disabled, so that a token of it would be void. Only the operator is told. */
export class AccountDisabled extends Schema.TaggedError<AccountDisabled>()("AccountDisabled", { id: UserId }) {}
