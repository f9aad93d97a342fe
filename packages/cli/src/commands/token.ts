import { Account } from "@boardwright/core"
import { Command, Options } from "@effect/cli"
import { Duration, Effect, Option } from "effect"
import { Conflict, UsageError } from "../terminal/failures.js"
import { note, print } from "../terminal/print.js"
import { refusedAs } from "../terminal/refusedAs.js"
import { withAccessTokens, withApp } from "../terminal/withApp.js"

const UNITS: Readonly<Record<string, Duration.Duration>> = {
  m: Duration.minutes(1),
  h: Duration.hours(1),
  d: Duration.days(1),
  w: Duration.weeks(1),
  y: Duration.days(365)
}

const lifetimeOf = (written: string): Effect.Effect<Duration.Duration, UsageError> => {
  const [, count = "", unit = ""] = /^(\d{1,9})([mhdwy])$/.exec(written) ?? []
  const one = UNITS[unit]
  if (one !== undefined) return Effect.succeed(Duration.times(one, Number(count)))
  const message = `--expires must be a number with m, h, d, w or y, such as 90m or 30d, not "${written}"`
  return new UsageError({ message, help: "boardwright token mint" })
}

const options = {
  as: Options.text("as").pipe(
    Options.withPseudoName("EMAIL"),
    Options.withDescription("The user whom the token speaks for, by address or id")
  ),
  expires: Options.text("expires").pipe(
    Options.withPseudoName("TIME"),
    Options.optional,
    Options.withDescription("How long it is valid: 1m to 3650d, as 90m, 12h, 30d, 4w or 1y; else 7d")
  )
}

const mint = Command.make("mint", options, ({ as, expires }) =>
  Effect.gen(function* () {
    const lifetime = yield* Effect.transposeMapOption(expires, lifetimeOf)
    const { expiresAt, token } = yield* Account.mintToken(as, { lifetime: Option.getOrNull(lifetime) }).pipe(
      withApp,
      withAccessTokens,
      refusedAs({ lifetime: "--expires" }),
      Effect.catchTag("AccountDisabled", () => new Conflict({ message: `${as} is disabled, so a token would be void` }))
    )
    yield* print(`${token}\n`)
    yield* note(`a token of ${as}, valid until ${expiresAt}, or until the password is changed`)
  })
).pipe(Command.withDescription("Write an access token of a user, for scripts, to standard output"))

/** `boardwright token mint`. */
export const token = Command.make("token").pipe(
  Command.withDescription("Make access tokens for scripts"),
  Command.withSubcommands([mint])
)
