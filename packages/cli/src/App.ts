import { join } from "node:path"
import { Account, Change, Notification, Ports, Rate, Trash } from "@boardwright/core"
import { Authentication, Redirects, redirectsTo } from "@boardwright/http"
import {
  AesSecretBox,
  BcryptHasher,
  CryptoSecrets,
  HttpWebhookSender,
  JoseAccessTokens,
  FolderMailer,
  MostUsedPasswords,
  OpenIdProvider,
  SecretsKey,
  SiteverifyCaptcha,
  SmtpMailer,
  UuidIds
} from "@boardwright/node"
import { Effect, Layer, Option, type Redacted } from "effect"
import { type KeptSecret, keptSecret, makeDataDir } from "./dataDir.js"
import type { Settings } from "./settings.js"
import { storage } from "./storage.js"
import { ConfigurationInvalid } from "./settings/readVariables.js"

/** The folder for mail if no mail server is configured. */
export const outboxDir = ({ dataDir }: Settings): string => join(dataDir, "outbox")

const from = (settings: Settings) => (settings.mailFrom === null ? {} : { from: settings.mailFrom })

const mailer = (settings: Settings): Layer.Layer<Ports.Mailer> =>
  settings.smtpUrl === null
    ? FolderMailer.layer({ directory: outboxDir(settings), ...from(settings) })
    : SmtpMailer.layer({ url: settings.smtpUrl, ...from(settings) })

const captcha = ({ captchaSecret, captchaUrl }: Settings): Layer.Layer<Ports.CaptchaVerifier> =>
  captchaUrl === null || captchaSecret === null
    ? Ports.CaptchaVerifier.none
    : SiteverifyCaptcha.layer({ url: captchaUrl, secret: captchaSecret })

const JWT_SECRET: KeptSecret = {
  file: "jwt-secret",
  rule: "a secret of at least 32 bytes",
  accepts: (text) => Buffer.byteLength(text) >= 32
}
const SECRETS_KEY: KeptSecret = {
  file: "secrets-key",
  rule: "a key of 32 bytes in hex or base64",
  accepts: (text) => SecretsKey.parse(text) !== null
}

type Secrets = ReadonlyArray<Redacted.Redacted>

/** The secrets of a variable, else with SQLite the one that is kept in `DATA_DIR`. */
const secretsOf = <E>(
  given: Secrets | null,
  kept: KeptSecret,
  { dataDir, database }: Settings,
  onPostgres: Effect.Effect<Secrets, E>
): Effect.Effect<Secrets, ConfigurationInvalid | E> => {
  if (given !== null) return Effect.succeed(given)
  return database?.kind === "postgres"
    ? onPostgres
    : Effect.map(Effect.zipRight(makeDataDir(dataDir), keptSecret(dataDir, kept)), (secret) => [secret])
}

const jwtSecrets = (settings: Settings) =>
  secretsOf(
    settings.jwtSecrets,
    JWT_SECRET,
    settings,
    Effect.fail(new ConfigurationInvalid("JWT_SECRET: is required with PostgreSQL, the same for every instance"))
  )

/** Signs and reads access tokens: for the server. */
const accessTokens = (settings: Settings): Layer.Layer<Ports.AccessTokens, ConfigurationInvalid> =>
  Layer.unwrapEffect(Effect.map(jwtSecrets(settings), (secrets) => JoseAccessTokens.layer({ secrets })))

/** How this server is known at its identity provider; null without one. */
export const openIdClient = ({ baseUrl, oidcClientId: clientId, oidcClientSecret, oidcIssuer: issuer }: Settings) =>
  issuer === null || clientId === null || oidcClientSecret === null
    ? null
    : { issuer, clientId, clientSecret: oidcClientSecret, redirectUri: `${baseUrl}/api/auth/oidc/callback` }

/** Signs people in at the identity provider, if one is configured: for the server. */
const identityProvider = (settings: Settings): Layer.Layer<never, ConfigurationInvalid> => {
  const client = openIdClient(settings)
  if (client === null) return Layer.empty
  return Layer.unwrapEffect(Effect.map(jwtSecrets(settings), (secrets) => OpenIdProvider.layer({ ...client, secrets })))
}

/** Encrypts the secrets of webhooks: for the server, and for commands that create webhooks. With PostgreSQL without a key. */
export const secretBox = (settings: Settings): Layer.Layer<Ports.SecretBox, ConfigurationInvalid> =>
  Layer.unwrapEffect(
    Effect.map(secretsOf(settings.secretsKeys, SECRETS_KEY, settings, Effect.succeed([])), (keys) =>
      AesSecretBox.layer({ keys })
    )
  )

/** All ports but `AccessTokens` and `SecretBox`, with the adapters that the settings name. `exclusive` is for the server. */
const ports = (settings: Settings, { exclusive }: { readonly exclusive: boolean }) => {
  const all = Layer.mergeAll(
    storage(settings, { exclusive }),
    mailer(settings),
    captcha(settings),
    HttpWebhookSender.layer({ allowedHosts: settings.webhookAllowedHosts ?? [] }),
    Layer.succeed(Rate.CurrentAccountLimits, settings.rateLimits),
    Layer.succeed(Change.ChangesDays, settings.changesDays),
    Layer.succeed(Trash.TrashDays, settings.trashDays),
    settings.passwordDenylist ? MostUsedPasswords.layer : Layer.empty,
    BcryptHasher.layer(settings.bcryptWorkers === null ? {} : { workers: settings.bcryptWorkers }),
    CryptoSecrets.layer,
    UuidIds.layer
  )
  const accounts = Layer.provideMerge(Account.UserDirectory.accounts, all)
  const app = settings.notificationMails ? Layer.provideMerge(Notification.notifying, accounts) : accounts
  // With PostgreSQL and a mail server nothing is written to the data folder.
  return settings.database?.kind === "postgres" && settings.smtpUrl !== null
    ? app
    : Layer.unwrapEffect(Effect.as(makeDataDir(settings.dataDir), app))
}

/** The composition root of a command, which may run beside a server and needs none of its secrets. */
export const App = (settings: Settings) => ports(settings, { exclusive: false })

/** The composition root of the server. It does not share its SQLite file with another server. */
export const ServerApp = (settings: Settings) =>
  Layer.provideMerge(
    Layer.merge(Authentication.accessTokens, Change.ChangeFeed.layer),
    Layer.mergeAll(
      accessTokens(settings),
      secretBox(settings),
      ports(settings, { exclusive: true }),
      identityProvider(settings),
      Layer.succeed(Account.PasswordSignIn, settings.passwordSignIn),
      Layer.succeed(Redirects, redirectsTo(settings.appUrl, settings.baseUrl))
    )
  )

/** The origins that may call the API: `CORS_ORIGINS`, else the origin of `APP_URL`. */
export const corsOrigins = ({ appUrl, corsOrigins: configured }: Settings): ReadonlyArray<string> =>
  configured ?? Option.toArray(Option.map(Option.fromNullable(appUrl), (url) => new URL(url).origin))
