import { Account, Change, Mail, Notification, Ports, Rate, Search, System, Webhook } from "@boardwright/core"
import { Authentication, Redirects, redirectsTo } from "@boardwright/http"
import { AesSecretBox, CryptoSecrets, HttpWebhookSender, UuidIds } from "@boardwright/node"
import { type Context, Effect, Layer, Option } from "effect"
import { appUrlOf, basePathOf, baseUrlOf, type LayerOptions } from "./LayerOptions.js"

/** The ports besides storage that the host chooses an adapter for. */
export type AccountPorts = Ports.Mailer | Ports.PasswordHasher | Ports.AccessTokens

/** The services that the layer adds to the host's adapters; together they are all that use cases and the API need. */
export type BoardwrightServices =
  | Account.UserDirectory
  | Authentication
  | Change.ChangeFeed
  | Change.ChangeHandlers
  | Ports.CaptchaVerifier
  | Ports.Ids
  | Ports.Links
  | Ports.SecretBox
  | Ports.Secrets
  | Ports.WebhookSender
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
 * Boardwright on the host's adapters for storage, mailer, password hasher and access tokens. Mail and webhooks are delivered
 * while the layer lives. A host may also provide these, which replace the defaults: `UserDirectory` and `Authentication`
 * (Boardwright's accounts), `CaptchaVerifier` (none), `RateCounts` and `Throttle` (in memory), `SecretBox` (without a key),
 * `WebhookSender` (public hosts only), `Ids` and `Secrets`. Time is Effect's `Clock`.
 */
export const layer = (
  options: LayerOptions = {}
): Layer.Layer<BoardwrightServices, never, System.StoragePorts | AccountPorts> => {
  const secrets = unlessGiven(Ports.Secrets, CryptoSecrets.layer)
  const services = Layer.mergeAll(
    Change.ChangeFeed.layer,
    unlessGiven(Account.UserDirectory, Account.UserDirectory.accounts),
    unlessGiven(Authentication, Layer.provide(Authentication.accessTokens, secrets)),
    Change.ChangeHandlers.layer,
    unlessGiven(Ports.CaptchaVerifier, Ports.CaptchaVerifier.none),
    unlessGiven(Rate.RateCounts, Rate.memoryRateCounts()),
    unlessGiven(Rate.Throttle, Rate.memoryThrottle()),
    unlessGiven(Ports.Ids, UuidIds.layer),
    secrets,
    unlessGiven(Ports.SecretBox, AesSecretBox.layer({ keys: [] })),
    unlessGiven(Ports.WebhookSender, HttpWebhookSender.layer()),
    Layer.succeed(Ports.Links, Ports.Links.to(baseUrlOf(options), appUrlOf(options))),
    Layer.succeed(Redirects, redirectsTo(appUrlOf(options) ?? basePathOf(options), baseUrlOf(options)))
  )
  const sendsNotifications = options.notificationMails === true
  const background = Effect.all([
    System.startCleanup,
    Search.startIndexing,
    System.warnIfHeld,
    sendsNotifications ? Notification.startReminders : Effect.void,
    options.deliverMail === false ? Effect.void : Mail.startMailDelivery(),
    options.deliverWebhooks === false ? Effect.void : Webhook.startWebhookDelivery()
  ])
  const observed = sendsNotifications ? Layer.provideMerge(Notification.notifying, services) : services
  return Layer.provideMerge(Layer.scopedDiscard(background), observed)
}

/**
 * Replaces mailer, password hasher and access tokens for a host with its own users, who never sign in to Boardwright:
 * sending mail fails, every token is invalid, and hashing is a defect.
 */
export const withoutAccounts: Layer.Layer<AccountPorts> = Layer.mergeAll(
  Layer.succeed(Ports.Mailer, {
    isMissing: true,
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
