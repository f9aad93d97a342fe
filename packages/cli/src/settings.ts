import { Config, type ConfigError, Effect, Either, LogLevel, Option, Redacted } from "effect"
import { DEFAULT_RATE_LIMITS } from "@boardwright/http"
import { Sender, SmtpUrl } from "@boardwright/node"
import { baseUrl, checked, integer, isHost, orNull, secret, urlOf, webUrl } from "./configKinds.js"
import { ConfigurationInvalid, readVariables } from "./variables.js"

const DATABASE_RULE =
  "must be sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE, special characters percent-encoded"

const databaseOf = (text: string) => {
  const file = /^sqlite:(?:\/\/(?=\/))?(?!\/\/)(.+)$/.exec(text)?.[1]
  if (file !== undefined) return { kind: "sqlite" as const, file }
  const url = urlOf(text, ["postgres:", "postgresql:"])
  return url === null || url.pathname.length < 2 ? null : { kind: "postgres" as const, url: Redacted.make(text) }
}

const SMTP_RULE =
  "must be smtp://USER:PASSWORD@HOST:PORT or smtps://..., special characters percent-encoded, without a path; " +
  "of options it takes requireTLS, tls.rejectUnauthorized and name"

const jwtSecrets = checked(
  "JWT_SECRET",
  "must be one or several secrets of at least 32 bytes, separated by commas",
  (text) => {
    const secrets = text.split(",").map((each) => each.trim())
    return secrets.every((each) => Buffer.byteLength(each) >= 32) ? secrets.map((each) => Redacted.make(each)) : null
  }
)

const origins = checked(
  "CORS_ORIGINS",
  "must be origins such as https://app.example.com, separated by commas",
  (text) => {
    const list = text.split(",").map((each) => each.trim())
    return list.every((each) => urlOf(each, ["http:", "https:"])?.origin === each) ? list : null
  }
)

const LEVELS = new Map([
  ["debug", LogLevel.Debug],
  ["info", LogLevel.Info],
  ["warning", LogLevel.Warning],
  ["warn", LogLevel.Warning],
  ["error", LogLevel.Error],
  ["none", LogLevel.None]
])

const settings = Config.all({
  port: Config.withDefault(integer("PORT", 0, 65_535), 3000),
  host: Config.withDefault(
    checked("HOST", "must be a host name or an address", (text) => (isHost(text) ? text : null)),
    "127.0.0.1"
  ),
  dataDir: Config.withDefault(Config.string("DATA_DIR"), "./data"),
  database: orNull(checked("DATABASE_URL", DATABASE_RULE, databaseOf)),
  poolSize: Config.withDefault(integer("DATABASE_POOL_SIZE", 1, 1000), 10),
  jwtSecrets: orNull(jwtSecrets),
  baseUrl: orNull(baseUrl("BASE_URL")),
  appUrl: orNull(baseUrl("APP_URL")),
  smtpUrl: orNull(secret("SMTP_URL", SMTP_RULE, (text) => Either.isRight(SmtpUrl.parse(text)))),
  mailFrom: orNull(
    checked("MAIL_FROM", "must be someone@example.com or Some One <someone@example.com>", (text) =>
      Option.isSome(Sender.parse(text)) ? text : null
    )
  ),
  rateLimits: Config.all({
    auth: Config.withDefault(integer("RATE_LIMIT_AUTH", 1, 1_000_000), DEFAULT_RATE_LIMITS.auth),
    sensitive: Config.withDefault(integer("RATE_LIMIT_SENSITIVE", 1, 1_000_000), DEFAULT_RATE_LIMITS.sensitive),
    general: Config.withDefault(integer("RATE_LIMIT_GENERAL", 1, 1_000_000), DEFAULT_RATE_LIMITS.general)
  }),
  trustProxy: Config.withDefault(integer("TRUST_PROXY", 0, 32), 0),
  corsOrigins: orNull(origins),
  bcryptWorkers: orNull(integer("BCRYPT_WORKERS", 1, 256)),
  captchaUrl: orNull(webUrl("CAPTCHA_VERIFY_URL")),
  captchaSecret: orNull(secret("CAPTCHA_SECRET", "must not be empty", (text) => text !== "")),
  logLevel: Config.withDefault(
    checked(
      "LOG_LEVEL",
      "must be one of debug, info, warning, error, none",
      (text) => LEVELS.get(text.toLowerCase()) ?? null
    ),
    LogLevel.Info
  ),
  logFormat: orNull(
    checked("LOG_FORMAT", "must be pretty or json", (text) => (text === "pretty" || text === "json" ? text : null))
  ),
  webUi: Config.withDefault(
    checked("WEB_UI", "must be on or off", (text) => (text === "on" ? true : text === "off" ? false : null)),
    true
  )
})

/** What the variables say, with the defaults that depend on nothing else filled in. */
export type Settings = Config.Config.Success<typeof settings>

/** Every variable that is read, each also as `NAME_FILE`. */
export const VARIABLES = [
  "PORT",
  "HOST",
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_POOL_SIZE",
  "JWT_SECRET",
  "BASE_URL",
  "APP_URL",
  "SMTP_URL",
  "MAIL_FROM",
  "RATE_LIMIT_AUTH",
  "RATE_LIMIT_SENSITIVE",
  "RATE_LIMIT_GENERAL",
  "TRUST_PROXY",
  "CORS_ORIGINS",
  "BCRYPT_WORKERS",
  "CAPTCHA_VERIFY_URL",
  "CAPTCHA_SECRET",
  "LOG_LEVEL",
  "LOG_FORMAT",
  "WEB_UI"
] as const

const lineOf = (error: ConfigError.ConfigError): string => {
  if (error._op === "And" || error._op === "Or") return `${lineOf(error.left)}; ${lineOf(error.right)}`
  return `${error.path.join(".")}: ${error.message}`
}

/** Reads the settings of an environment. Fails with `ConfigurationInvalid`, whose message names variable and rule. */
export const readSettings = (environment: {
  readonly [name: string]: string | undefined
}): Effect.Effect<Settings, ConfigurationInvalid> =>
  Effect.try({
    try: () => readVariables(VARIABLES, environment),
    catch: (cause) => (cause instanceof ConfigurationInvalid ? cause : new ConfigurationInvalid(String(cause)))
  }).pipe(
    Effect.flatMap((provider) => provider.load(settings)),
    Effect.mapError((error) =>
      error instanceof ConfigurationInvalid ? error : new ConfigurationInvalid(lineOf(error))
    ),
    Effect.filterOrFail(
      ({ captchaSecret, captchaUrl }) => (captchaSecret === null) === (captchaUrl === null),
      () => new ConfigurationInvalid("CAPTCHA_SECRET: goes with CAPTCHA_VERIFY_URL, set both or neither")
    )
  )
