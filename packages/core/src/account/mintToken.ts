import { Duration, Effect, Option, Schema } from "effect"
import { requireOperator } from "../access/Actor.js"
import { ACCESS_TOKEN_LIFETIME, AccessTokens } from "../ports/AccessTokens.js"
import { recordSecurityEvent } from "../security/recordSecurityEvent.js"
import { decodeInput } from "../values/InvalidInput.js"
import { optional } from "../values/Text.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { AccountDisabled } from "./AccountError.js"
import { loadAccount } from "./administerAccounts.js"

const SHORTEST = Duration.minutes(1)
const LONGEST = Duration.days(3650)

const Lifetime = Schema.declare(
  (value): value is Duration.DurationInput =>
    Option.exists(Duration.decodeUnknown(value), Duration.between({ minimum: SHORTEST, maximum: LONGEST })),
  { message: () => "must be from 1 minute to 3650 days" }
)

/**
 * `lifetime` as Effect reads a duration: a text such as "30 days", milliseconds or a `Duration`, 1 minute to 3650 days.
 */
export const MintToken = Schema.Struct({ lifetime: optional(Lifetime) })
export type MintToken = typeof MintToken.Encoded

const decode = decodeInput(MintToken)

/**
 * Issues an access token of an account for scripts, valid for `lifetime` (default: 7 days). A new password and
 * disabling end it earlier. The address need not be verified. For the operator.
 * Fails with `Forbidden`, `InvalidInput`, `NotFound` or `AccountDisabled`.
 */
export const mintToken = Effect.fnUntraced(function* (idOrEmail: string, input: MintToken = {}) {
  yield* requireOperator("mint tokens")
  const tokens = yield* AccessTokens
  const { lifetime = ACCESS_TOKEN_LIFETIME } = yield* decode(input)
  const { disabledAt, email, id, tokenVersion } = yield* loadAccount(idOrEmail)
  if (disabledAt !== null) return yield* new AccountDisabled({ id })
  const seconds = Math.floor(Duration.toSeconds(lifetime))
  const expiresAt = fromMillis((Math.floor(toMillis(yield* now) / 1000) + seconds) * 1000)
  const token = yield* tokens.sign({ userId: id, email, ver: tokenVersion }, Duration.seconds(seconds))
  yield* recordSecurityEvent("token.created", id, null, { expiresAt })
  return { token, expiresAt }
})
