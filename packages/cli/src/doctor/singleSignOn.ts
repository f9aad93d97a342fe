import { Ports } from "@boardwright/core"
import { OpenIdProvider } from "@boardwright/node"
import { Effect, Either, Redacted } from "effect"
import { openIdClient } from "../App.js"
import type { Settings } from "../settings.js"
import { error, ok } from "./Finding.js"

const CHECK = "single sign-on"

/** Seals the sign-in that is begun here, which nobody ends. */
const UNUSED = Redacted.make("a sign-in that nobody ends")

/** Whether the identity provider describes itself as its issuer does, by the beginning of a sign-in. Nobody is signed in. */
export const checkSingleSignOn = Effect.fnUntraced(function* (settings: Settings) {
  const client = openIdClient(settings)
  if (client === null) return []
  const provider = yield* Effect.provide(Ports.IdentityProvider, OpenIdProvider.layer({ ...client, secrets: [UNUSED] }))
  if (provider === null) return []
  const begun = yield* Effect.either(provider.begin)
  const place = `${client.issuer}, which is to have the redirect URI ${client.redirectUri}`
  if (Either.isRight(begun)) return [ok(CHECK, `people can sign in at ${place}`)]
  const { cause } = begun.left
  const reason = cause instanceof Error ? cause.message : String(cause)
  return [
    error(CHECK, `nobody can sign in at ${place}: ${reason}`, "check OIDC_ISSUER, the provider and the way to it")
  ]
})
