import { createHmac } from "node:crypto"
import { Ports } from "@boardwright/core"
import { Clock, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import type * as Client from "openid-client"
import * as AesSecretBox from "./AesSecretBox.js"
import { discovery } from "./openIdDiscovery.js"
import { discoveryFailure, signInFailure } from "./openIdFailure.js"

export interface Options {
  /** The issuer's address: https, or http on a loopback address. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** Where the provider sends browsers back to, as it is registered there. */
  readonly redirectUri: string
  /** What sign-ins that have begun are sealed by: the first seals, all open. The same on every instance. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

/** How long the provider may take for each request, in seconds. */
export const TIMEOUT_SECONDS = 5
/** How long a sign-in may take. */
export const LIFETIME = Duration.minutes(10)
const OWNER = "single sign-on"
const SCOPE = "openid email profile"
const MAX_SUBJECT = 255

const Pending = Schema.parseJson(
  Schema.Struct({ state: Schema.String, nonce: Schema.String, verifier: Schema.String, expiresAt: Schema.Number })
)
const readPending = Schema.decodeOption(Pending)
const writePending = Schema.encodeSync(Pending)

const rejected = (reason: "expired" | "invalid", cause: string) =>
  new Ports.SignInRejected({ reason, cause: new Error(cause) })

const keyOf = (secret: Redacted.Redacted) =>
  Redacted.make(createHmac("sha256", Redacted.value(secret)).update(OWNER).digest("hex"))

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)

/** The claims of the ID token, and what only the provider's userinfo has. */
const claimsOf = async (client: typeof Client, config: Client.Configuration, tokens: ClientTokens) => {
  const claims = tokens.claims()
  if (claims === undefined) throw new Error("no ID token")
  const hasAddress = claims["email"] !== undefined && claims["email_verified"] !== undefined
  if (hasAddress || config.serverMetadata().userinfo_endpoint === undefined) return claims
  return { ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)), iss: claims.iss, sub: claims.sub }
}

type ClientTokens = Awaited<ReturnType<typeof Client.authorizationCodeGrant>>

const make = Effect.fnUntraced(function* (options: Options) {
  const { redirectUri, secrets } = options
  const box = yield* Effect.provide(Ports.SecretBox, AesSecretBox.layer({ keys: secrets.map(keyOf) }))

  const discovered = discovery(options, TIMEOUT_SECONDS)
  const provider = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.tryPromise({ try: () => discovered(now), catch: discoveryFailure })
  )

  const begin = Effect.gen(function* () {
    const { client, newConfig } = yield* provider
    const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
    const challenge = yield* Effect.promise(() => client.calculatePKCECodeChallenge(verifier))
    const expiresAt = (yield* Clock.currentTimeMillis) + Duration.toMillis(LIFETIME)
    const pending = yield* Effect.orDie(box.encrypt(writePending({ state, nonce, verifier, expiresAt }), OWNER))
    const location = client.buildAuthorizationUrl(newConfig(), {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: "S256"
    })
    return { location: location.href, pending }
  })

  /** What was sealed; fails if that was not here, or too long ago. */
  const open = Effect.fnUntraced(function* (pending: string) {
    const text = yield* Effect.option(box.decrypt(pending, OWNER))
    const found = Option.getOrNull(Option.flatMap(text, readPending))
    if (found !== null && found.expiresAt > (yield* Clock.currentTimeMillis)) return found
    return yield* rejected("expired", "the browser keeps no sign-in that began within 10 minutes")
  })

  const finish = Effect.fnUntraced(function* (pending: string, query: string) {
    const { nonce, state, verifier } = yield* open(pending)
    if (new URLSearchParams(query).get("state") !== state) {
      return yield* rejected("expired", "another sign-in has begun in this browser")
    }
    const { client, newConfig } = yield* provider
    const config = newConfig()
    const claims = yield* Effect.tryPromise({
      try: async () => {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), checks)
        return claimsOf(client, config, tokens)
      },
      catch: signInFailure
    })
    if (claims.sub.length === 0 || claims.sub.length > MAX_SUBJECT || claims.sub.includes("\0")) {
      return yield* rejected("invalid", `the subject must have 1 to ${MAX_SUBJECT} characters`)
    }
    const email = textOf(claims["email"])
    return {
      issuer: claims.iss,
      subject: claims.sub,
      verifiedEmail: claims["email_verified"] === true ? email : null,
      name: textOf(claims["name"])
    }
  })

  return { begin, finish }
})

/**
 * Signs people in at an OpenID Connect provider: the authorization code flow with PKCE, state and nonce, and an ID token
 * whose signature is verified. The provider's configuration is read at the first sign-in and every 10 minutes, its keys at
 * every sign-in. A request to it takes at most 5 s and reads at most 256 KiB.
 */
export const layer = (options: Options): Layer.Layer<never> => Layer.effect(Ports.IdentityProvider, make(options))
