import { webcrypto } from "node:crypto"
import { Ports } from "@boardwright/core"
import { Clock, Duration, Effect, Layer, Option, Redacted } from "effect"
import type { CryptoKey, JWTPayload } from "jose"
import * as errors from "jose/errors"
import { SignJWT } from "jose/jwt/sign"
import { jwtVerify } from "jose/jwt/verify"
import { type CheckedToken, TokenCache } from "./TokenCache.js"

export interface Options {
  /** At least 32 bytes each in UTF-8. The first signs, all verify. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

/** RFC 7518, 3.2 requires a key at least as long as the hash. */
export const MIN_SECRET_BYTES = 32
/** How far ahead of the clock a token's `iat` may be: another instance may have signed it. */
export const CLOCK_SKEW = Duration.minutes(1)

const ALGORITHM = "HS256"
const MAX_TOKEN_LENGTH = 8192
const CACHED_TOKENS = 10_000

const nowInSeconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const importSecrets = (secrets: Options["secrets"]): Effect.Effect<readonly [CryptoKey, ...Array<CryptoKey>]> =>
  Effect.promise(async () => {
    const importKey = async (secret: Redacted.Redacted, index: number): Promise<CryptoKey> => {
      const bytes = new TextEncoder().encode(Redacted.value(secret))
      if (bytes.length < MIN_SECRET_BYTES) {
        throw new Error(
          `JoseAccessTokens: secret ${index + 1} has ${bytes.length} bytes, fewer than ${MIN_SECRET_BYTES}`
        )
      }
      return webcrypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"])
    }
    const [first, ...others] = await Promise.all(secrets.map(importKey))
    if (first === undefined) throw new Error("JoseAccessTokens: at least one secret is needed")
    return [first, ...others]
  })

const read = ({ aud, email, exp, iat, iss, sid, userId, ver }: JWTPayload): CheckedToken | null => {
  // Boardwright's tokens have neither: another service with the same secret signed this one.
  if (iss !== undefined || aud !== undefined) return null
  if (typeof userId !== "string" || userId === "" || typeof email !== "string" || email === "") return null
  if (typeof ver !== "number" || !Number.isSafeInteger(ver) || ver < 0) return null
  if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp) || iat === undefined || exp === undefined) return null
  if (sid !== undefined && (typeof sid !== "string" || sid === "")) return null
  return { claims: { userId, email, ver, ...(sid !== undefined && { sid }) }, issuedAt: iat, expiresAt: exp }
}

/** A token that was expired when it was checked: setting the clock back does not make it valid again. */
const over = (checked: CheckedToken): CheckedToken => ({ ...checked, expiresAt: 0 })

const isValidAt = ({ expiresAt, issuedAt }: CheckedToken, now: number): boolean =>
  now < expiresAt && issuedAt <= now + Duration.toSeconds(CLOCK_SKEW)

/** The payload if one of the keys signed the token, even an expired one; otherwise null. */
const payloadOf = async (token: string, keys: ReadonlyArray<CryptoKey>, now: number): Promise<JWTPayload | null> => {
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: new Date(now * 1000) })
      return payload
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue
      if (error instanceof errors.JWTExpired) return error.payload
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
  return null
}

const make = Effect.fnUntraced(function* ({ secrets }: Options) {
  const keys = yield* importSecrets(secrets)
  const cache = new TokenCache(CACHED_TOKENS)

  const answer = (token: string, checked: CheckedToken, now: number): Option.Option<Ports.AccessClaims> => {
    if (checked.expiresAt <= now) cache.set(token, over(checked))
    return isValidAt(checked, now) ? Option.some(checked.claims) : Option.none()
  }

  const check = (token: string, now: number): Effect.Effect<Option.Option<Ports.AccessClaims>> =>
    Effect.map(
      Effect.promise(() => payloadOf(token, keys, now)),
      (payload) => {
        const checked = payload && read(payload)
        if (!checked) return Option.none()
        cache.set(token, checked)
        return answer(token, checked, now)
      }
    )

  return Ports.AccessTokens.of({
    sign: ({ email, sid, userId, ver }, lifetime = Ports.ACCESS_TOKEN_LIFETIME) =>
      Effect.flatMap(nowInSeconds, (now) =>
        Effect.promise(() =>
          new SignJWT({ userId, email, ver, ...(sid !== undefined && { sid }) })
            .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
            .setIssuedAt(now)
            .setExpirationTime(now + Math.floor(Duration.toSeconds(lifetime)))
            .sign(keys[0])
        )
      ),
    verify: (token) =>
      Effect.flatMap(nowInSeconds, (now) => {
        if (token.length > MAX_TOKEN_LENGTH) return Effect.succeedNone
        const known = cache.get(token)
        return known === undefined ? check(token, now) : Effect.succeed(answer(token, known, now))
      })
  })
})

/**
 * Access tokens as JWT with `userId`, `email`, `ver`, `iat` and `exp`, valid for 7 days by default, by Effect's clock. The
 * algorithm is HS256 whatever the header says (RFC 8725, 3.1). A token is invalid with an `iss` or `aud`, an `iat` over a
 * minute ahead, or over 8 KiB. The signatures of the 10,000 most recently used tokens are cached; their times are checked
 * on every call, and an expired token stays invalid if the clock is set back. A secret under 32 bytes, or no secret, is a
 * defect.
 */
export const layer = (options: Options): Layer.Layer<Ports.AccessTokens> =>
  Layer.effect(Ports.AccessTokens, make(options))
