import { Access, Account } from "@boardwright/core"
import { Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { withCommandLogs } from "../withCommandLogs.js"
import { NoSuchThing } from "./failures.js"

/** `--as EMAIL`, shared by the commands that may act for somebody. */
export const as = Options.text("as").pipe(
  Options.withPseudoName("EMAIL"),
  Options.optional,
  Options.withDescription("Act as this user instead of as the operator, who may do everything")
)

const actorOf = Option.match({
  onNone: () => Effect.succeed(Access.Actor.Operator()),
  onSome: (email: string) =>
    Effect.gen(function* () {
      const { findByEmail } = yield* Account.UserDirectory
      const user = yield* Effect.flatten(findByEmail(email)).pipe(
        Effect.catchTag("NoSuchElementException", () => new NoSuchThing({ message: `--as: no user is ${email}` }))
      )
      return Access.Actor.User({ userId: user.id })
    })
})

// Adapters are loaded by then, not when a command's help is shown.
const configured = Effect.gen(function* () {
  const [App, { readSettings }] = yield* Effect.promise(() =>
    Promise.all([import("../App.js"), import("../settings.js")])
  )
  return { ...App, settings: yield* readSettings(process.env) }
})

/**
 * Runs a use case of a command on the database that the environment names, as the operator or as the user that `as`
 * tells, also beside a running server.
 */
export const withApp = <A, E, R>(work: Effect.Effect<A, E, R>, as: Option.Option<string> = Option.none()) =>
  Effect.gen(function* () {
    const { App, settings } = yield* configured
    return yield* Effect.provideServiceEffect(work, Access.CurrentActor, actorOf(as)).pipe(
      Effect.provide(App(settings)),
      withCommandLogs(settings)
    )
  })

/** Gives a use case what the server signs access tokens with. Fails with `ConfigurationInvalid` where that is not told. */
export const withAccessTokens = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { accessTokens, settings } = yield* configured
    return yield* Effect.provide(work, accessTokens(settings))
  })
