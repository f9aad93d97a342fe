import { Redacted } from "effect"
import { Rate } from "@boardwright/core"
import { DEFAULT_RATE_LIMITS } from "@boardwright/http"
import { integer, onOrOff, secret, secretKind, separated, webUrl } from "./kinds.js"
import { optional, variable } from "./Variable.js"

const jwtSecret = secretKind("must be a secret of at least 32 bytes", (text) =>
  Buffer.byteLength(text) >= 32 ? Redacted.make(text) : null
)

export const signInVariables = {
  jwtSecrets: optional(
    "JWT_SECRET",
    separated("must be one or several secrets of at least 32 bytes, separated by commas", jwtSecret),
    "generated at the first start and stored in `DATA_DIR/jwt-secret` (mode 0600)",
    {
      meaning:
        "the secret that signs sessions, at least 32 bytes; of several, separated by commas, the first signs and all verify; " +
        "required with PostgreSQL",
      example: "0b6f3c0a9d8e4f71b2c5d6e7f8091a2b3c4d5e6f708192a3",
      onPostgres: "required for `serve`, the same on every instance"
    }
  ),
  bcryptWorkers: optional("BCRYPT_WORKERS", integer(1, 256), "the number of cores minus 1, at least 1", {
    meaning: "threads for password hashing",
    example: "2"
  }),
  passwordDenylist: variable("PASSWORD_DENYLIST", onOrOff, "off", {
    meaning: "whether the 10,000 most used passwords are refused for new passwords",
    example: "on"
  }),
  captchaUrl: optional("CAPTCHA_VERIFY_URL", webUrl, "`captchaToken` is not checked", {
    meaning: "the siteverify URL (Turnstile, hCaptcha, reCAPTCHA) that checks `captchaToken` at sign-up",
    example: "https://challenges.cloudflare.com/turnstile/v0/siteverify"
  }),
  captchaSecret: optional("CAPTCHA_SECRET", secret, "none", {
    meaning: "the secret for that service; set both or neither",
    example: "1x0000000000000000000000000000000AA"
  })
}

const limit = integer(1, 1_000_000)

/** How much is allowed of what an attacker repeats. */
export const limitVariables = {
  auth: variable("RATE_LIMIT_AUTH", limit, String(DEFAULT_RATE_LIMITS.auth), {
    meaning:
      "requests per minute and client address, separately for sign-in, sign-up, forgotten passwords and resent verification emails",
    example: "10"
  }),
  sensitive: variable("RATE_LIMIT_SENSITIVE", limit, String(DEFAULT_RATE_LIMITS.sensitive), {
    meaning:
      "requests per minute: separately for each emailed link and for single sign-on, by address; together for imports, " +
      "exports, copies of boards and workspaces, invitations, deletions of boards, of workspaces and from the trash, transfers, new tokens and links, tests of " +
      "webhooks, and the password, address, sessions, log, download and deletion of the account, by user",
    example: "20"
  }),
  general: variable("RATE_LIMIT_GENERAL", limit, String(DEFAULT_RATE_LIMITS.general), {
    meaning: "all other requests per minute, by user, or by address without a session",
    example: "300"
  }),
  account: variable("RATE_LIMIT_ACCOUNT", limit, String(Rate.DEFAULT_ACCOUNT_LIMITS.account), {
    meaning:
      "failed sign-ins of one account in 15 minutes; further attempts must wait 1 minute, doubling to 15, except from " +
      "addresses that have signed in to the account before",
    example: "20"
  }),
  mail: variable("RATE_LIMIT_MAIL", limit, String(Rate.DEFAULT_ACCOUNT_LIMITS.mail), {
    meaning:
      "emails of each kind to one address per hour; more are dropped with a warning in the log, those about API tokens that exist wait",
    example: "3"
  })
}
