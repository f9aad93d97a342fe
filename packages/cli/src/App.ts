import { join } from "node:path"
import { Account, Ports, Rate } from "@boardwright/core"
import { Authentication, Redirects, redirectsTo } from "@boardwright/http"
import {
  BcryptHasher,
  CryptoSecrets,
  JoseAccessTokens,
  OutboxMailer,
  SiteverifyCaptcha,
  SmtpMailer,
  UuidIds
} from "@boardwright/node"
import { layer as sqlite } from "@boardwright/sqlite"
import { Effect, Layer, Option } from "effect"
import { keptSecret, makeDataDir } from "./dataDir.js"
import type { Settings } from "./settings.js"

/** The file that SQLite keeps everything in. */
export const sqliteFile = ({ dataDir, sqliteFile: file }: Settings): string => file ?? join(dataDir, "boardwright.db")

/** The folder that mails go to where no mail server is configured. */
export const outboxDir = ({ dataDir }: Settings): string => join(dataDir, "outbox")

const from = (settings: Settings) => (settings.mailFrom === null ? {} : { from: settings.mailFrom })

const mailer = (settings: Settings): Layer.Layer<Ports.Mailer> =>
  settings.smtpUrl === null
    ? OutboxMailer.layer({ directory: outboxDir(settings), ...from(settings) })
    : SmtpMailer.layer({ url: settings.smtpUrl, ...from(settings) })

const captcha = ({ captchaSecret, captchaUrl }: Settings): Layer.Layer<Ports.CaptchaVerifier> =>
  captchaUrl === null || captchaSecret === null
    ? Ports.CaptchaVerifier.none
    : SiteverifyCaptcha.layer({ url: captchaUrl, secret: captchaSecret })

const accessTokens = (settings: Settings) =>
  Layer.unwrapEffect(
    Effect.map(
      settings.jwtSecrets === null
        ? Effect.map(keptSecret(settings.dataDir), (secret) => [secret])
        : Effect.succeed(settings.jwtSecrets),
      (secrets) => JoseAccessTokens.layer({ secrets })
    )
  )

/**
 * The composition root: every port with the adapter that the settings ask for. `exclusive` is for the server, which
 * shares its SQLite file with no other server.
 */
export const App = (settings: Settings, { exclusive }: { readonly exclusive: boolean }) => {
  const storage = sqlite({ filename: sqliteFile(settings), exclusive })
  const ports = Layer.mergeAll(
    storage,
    mailer(settings),
    captcha(settings),
    accessTokens(settings),
    BcryptHasher.layer(settings.bcryptWorkers === null ? {} : { workers: settings.bcryptWorkers }),
    CryptoSecrets.layer,
    UuidIds.layer,
    Rate.memoryRateCounts(),
    Layer.succeed(Redirects, redirectsTo(settings.appUrl))
  )
  const derived = Layer.mergeAll(Account.UserDirectory.accounts, Authentication.accessTokens)
  return Layer.unwrapEffect(Effect.as(makeDataDir(settings.dataDir), Layer.provideMerge(derived, ports)))
}

/** The origins whose pages may call: those configured, else the front end's own. */
export const corsOrigins = ({ appUrl, corsOrigins: configured }: Settings): ReadonlyArray<string> =>
  configured ?? Option.toArray(Option.map(Option.fromNullable(appUrl), (url) => new URL(url).origin))
