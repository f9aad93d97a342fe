import { join } from "node:path"
import { Account, Change, Ports, Rate } from "@boardwright/core"
import { Authentication, Redirects, redirectsTo } from "@boardwright/http"
import {
  BcryptHasher,
  CryptoSecrets,
  JoseAccessTokens,
  FolderMailer,
  SiteverifyCaptcha,
  SmtpMailer,
  UuidIds
} from "@boardwright/node"
import { Effect, Layer, Option } from "effect"
import { keptSecret, makeDataDir } from "./dataDir.js"
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

const secretsOf = ({ dataDir, database, jwtSecrets }: Settings) => {
  if (jwtSecrets !== null) return Effect.succeed(jwtSecrets)
  return database?.kind === "postgres"
    ? Effect.fail(new ConfigurationInvalid("JWT_SECRET: is required with PostgreSQL, the same for every instance"))
    : Effect.map(Effect.zipRight(makeDataDir(dataDir), keptSecret(dataDir)), (secret) => [secret])
}

/** Signs and reads access tokens: for the server, and for the command that mints one. */
export const accessTokens = (settings: Settings): Layer.Layer<Ports.AccessTokens, ConfigurationInvalid> =>
  Layer.unwrapEffect(Effect.map(secretsOf(settings), (secrets) => JoseAccessTokens.layer({ secrets })))

/** All ports but `AccessTokens`, with the adapters that the settings name. `exclusive` is for the server. */
const ports = (settings: Settings, { exclusive }: { readonly exclusive: boolean }) => {
  const all = Layer.mergeAll(
    storage(settings, { exclusive }),
    mailer(settings),
    captcha(settings),
    Layer.succeed(Rate.CurrentAccountLimits, settings.rateLimits),
    Layer.succeed(Change.ChangesDays, settings.changesDays),
    BcryptHasher.layer(settings.bcryptWorkers === null ? {} : { workers: settings.bcryptWorkers }),
    CryptoSecrets.layer,
    UuidIds.layer
  )
  const app = Layer.provideMerge(Account.UserDirectory.accounts, all)
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
      ports(settings, { exclusive: true }),
      Layer.succeed(Redirects, redirectsTo(settings.appUrl))
    )
  )

/** The origins that may call the API: `CORS_ORIGINS`, else the origin of `APP_URL`. */
export const corsOrigins = ({ appUrl, corsOrigins: configured }: Settings): ReadonlyArray<string> =>
  configured ?? Option.toArray(Option.map(Option.fromNullable(appUrl), (url) => new URL(url).origin))
