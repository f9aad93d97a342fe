import { Account, Mail, Ports, Rate } from "@boardwright/core"
import { Authentication, Redirects, redirectsTo } from "@boardwright/http"
import { CryptoSecrets, UuidIds } from "@boardwright/node"
import { type Context, Effect, Layer, Option } from "effect"
import { appUrlOf, basePathOf, baseUrlOf, type LayerOptions } from "./LayerOptions.js"
import type { AccountPorts, StoragePorts } from "./services.js"

/** What the layer adds to the host's adapters: with them it is all that use cases and the API need. */
export type BoardwrightServices =
  | Account.UserDirectory
  | Authentication
  | Ports.CaptchaVerifier
  | Ports.Ids
  | Ports.Links
  | Ports.Secrets
  | Rate.RateCounts
  | Rate.Throttle
  | Redirects

const unlessGiven = <I, S, R>(tag: Context.Tag<I, S>, otherwise: Layer.Layer<I, never, R>): Layer.Layer<I, never, R> =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.serviceOption(tag),
      Option.match({ onNone: () => otherwise, onSome: (given) => Layer.succeed(tag, given) })
    )
  )

/**
 * Boardwright on the host's adapters, which are what it requires: storage, mailer, password hasher and access tokens.
 * Mails are delivered while the layer lives. A host that provides one of these as well has its own in place of ours:
 * `UserDirectory` and `Authentication` (our accounts), `CaptchaVerifier` (none), `RateCounts` and `Throttle` (in memory),
 * `Ids` and `Secrets`. Time is Effect's `Clock`.
 */
export const layer = (
  options: LayerOptions = {}
): Layer.Layer<BoardwrightServices, never, StoragePorts | AccountPorts> => {
  const services = Layer.mergeAll(
    unlessGiven(Account.UserDirectory, Account.UserDirectory.accounts),
    unlessGiven(Authentication, Authentication.accessTokens),
    unlessGiven(Ports.CaptchaVerifier, Ports.CaptchaVerifier.none),
    unlessGiven(Rate.RateCounts, Rate.memoryRateCounts()),
    unlessGiven(Rate.Throttle, Rate.memoryThrottle()),
    unlessGiven(Ports.Ids, UuidIds.layer),
    unlessGiven(Ports.Secrets, CryptoSecrets.layer),
    Layer.succeed(Ports.Links, Ports.Links.to(baseUrlOf(options), appUrlOf(options))),
    Layer.succeed(Redirects, redirectsTo(appUrlOf(options) ?? basePathOf(options)))
  )
  return options.deliverMail === false
    ? services
    : Layer.provideMerge(Layer.scopedDiscard(Mail.startMailDelivery()), services)
}

/**
 * In place of mailer, password hasher and access tokens for a host with its own users, who never sign in with us: mails
 * are refused, no token is known, and hashing is a defect.
 */
export const withoutAccounts: Layer.Layer<AccountPorts> = Layer.mergeAll(
  Layer.succeed(Ports.Mailer, {
    send: () => new Ports.MailUnavailable({ cause: new Error("no mailer is configured: give Boardwright one") })
  }),
  Layer.succeed(Ports.AccessTokens, {
    sign: () => Effect.dieMessage("access tokens cannot be signed: give Boardwright a jwtSecret"),
    verify: () => Effect.succeedNone
  }),
  Layer.succeed(Ports.PasswordHasher, {
    hash: () => Effect.dieMessage("passwords cannot be hashed: give Boardwright a passwordHasher"),
    verify: () => Effect.dieMessage("passwords cannot be checked: give Boardwright a passwordHasher")
  })
)
