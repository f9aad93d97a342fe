import { Duration, Effect, Option, Schema } from "effect"
import { requireOperator } from "../access/Actor.js"
import { ACCESS_TOKEN_LIFETIME, AccessTokens } from "../ports/AccessTokens.js"
import { decodeInput } from "../values/InvalidInput.js"
import { optional } from "../values/Text.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { AccountDisabled } from "./AccountError.js"
import { searchAccount } from "./searchAccount.js"

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
 * An access token of an account for scripts, as signing in would issue it, valid for `lifetime`: 1 minute to 3650 days
 * (such as "30 days", or milliseconds), default 7 days. A new password and disabling end it before. Whether the address
 * is verified does not matter. For the operator.
 * Fails with `Forbidden`, `InvalidInput`, `NotFound` or `AccountDisabled`.
 */
export const mintToken = Effect.fnUntraced(function* (idOrEmail: string, input: MintToken = {}) {
  yield* requireOperator("mint tokens")
  const tokens = yield* AccessTokens
  const { lifetime = ACCESS_TOKEN_LIFETIME } = yield* decode(input)
  const { disabledAt, email, id, tokenVersion } = yield* searchAccount(idOrEmail)
  if (disabledAt !== null) return yield* new AccountDisabled({ id })
  const seconds = Math.floor(Duration.toSeconds(lifetime))
  const expiresAt = fromMillis((Math.floor(toMillis(yield* now) / 1000) + seconds) * 1000)
  const token = yield* tokens.sign({ userId: id, email, ver: tokenVersion }, Duration.seconds(seconds))
  return { token, expiresAt }
})
