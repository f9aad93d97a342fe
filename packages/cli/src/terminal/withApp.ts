import { Access, Account } from "@boardwright/core"
import { Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { withCommandLogs } from "../logs.js"
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

/**
 * Runs a use case of a command on the database that the environment names, as the operator or as the user that `as`
 * tells, also beside a running server. Adapters are loaded and opened by then, not when the command's help is shown.
 */
export const withApp = <A, E, R>(work: Effect.Effect<A, E, R>, as: Option.Option<string> = Option.none()) =>
  Effect.gen(function* () {
    const [{ App }, { readSettings }] = yield* Effect.promise(() =>
      Promise.all([import("../App.js"), import("../settings.js")])
    )
    const settings = yield* readSettings(process.env)
    return yield* Effect.provideServiceEffect(work, Access.CurrentActor, actorOf(as)).pipe(
      Effect.provide(App(settings, { exclusive: false })),
      withCommandLogs(settings)
    )
  })
