import { Ports } from "@boardwright/core"
import { Clock, Duration, Effect, Layer, Option, Schema } from "effect"
import { sha256 } from "./sha256.js"

// In the alphabet of a bearer token (RFC 6750, section 2.1).
const Content = Schema.compose(
  Schema.StringFromBase64Url,
  Schema.parseJson(
    Schema.Struct({
      userId: Schema.String,
      email: Schema.String,
      ver: Schema.Number,
      sid: Schema.optionalWith(Schema.String, { exact: true }),
      expiresAt: Schema.Number
    })
  )
)
const decode = Schema.decodeOption(Content)
const encode = Schema.encodeSync(Content)

/** Access tokens with readable claims, signed with the secret. Tokens of another secret are rejected. */
export const signedWith = (secret: string): Layer.Layer<Ports.AccessTokens> => {
  const seal = (content: string): string => `${content}.${sha256(`${secret}.${content}`).slice(0, 16)}`
  return Layer.succeed(Ports.AccessTokens, {
    sign: (claims, lifetime = Ports.ACCESS_TOKEN_LIFETIME) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        seal(encode({ ...claims, expiresAt: now + Duration.toMillis(lifetime) }))
      ),
    verify: (token) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const content = token.slice(0, token.lastIndexOf("."))
        if (seal(content) !== token) return Option.none()
        return decode(content).pipe(
          Option.filter(({ expiresAt }) => expiresAt > now),
          Option.map(({ expiresAt: _, ...claims }) => claims)
        )
      })
  })
}

/** Tokens that are valid for 7 days or their `lifetime`, by Effect's clock. */
export const layer: Layer.Layer<Ports.AccessTokens> = signedWith("no secret at all")
