import { Access, Account, Values } from "@boardwright/core"
import { Effect } from "effect"
import { App, secretBox } from "../App.js"
import { requireDatabase } from "../requireDatabase.js"
import { readSettings, type Settings } from "../settings.js"
import { withCommandLogs } from "../withCommandLogs.js"
import { NoSuchThing, UsageError } from "./failures.js"

const actorOf = Effect.fnUntraced(function* (email: string | undefined) {
  if (email === undefined) return Access.Actor.Operator()
  const { findByEmail } = yield* Account.UserDirectory
  const user = yield* Effect.flatten(findByEmail(email)).pipe(
    Effect.catchTag(
      "NoSuchElementException",
      () => new NoSuchThing({ message: `--as: no user has the address ${email}` })
    )
  )
  return Access.Actor.User({ userId: user.id })
})

const withAppOf = <A, E, R>(work: Effect.Effect<A, E, R>, settings: Settings, as?: string) =>
  Effect.provideServiceEffect(work, Access.CurrentActor, actorOf(as)).pipe(
    Effect.provide(App(settings)),
    withCommandLogs(settings)
  )

/**
 * Runs a use case on the database that the environment names, as the operator or as the user with the address `as`. A
 * server may be running on the same database. Fails with `NoSuchThing` for a SQLite file that does not exist.
 */
export const withApp = <A, E, R>(work: Effect.Effect<A, E, R>, as?: string) =>
  Effect.gen(function* () {
    const settings = yield* readSettings(process.env)
    yield* requireDatabase(settings)
    return yield* withAppOf(work, settings, as)
  })

/** Runs a use case as the operator, like `withApp`, on a database that is created if it does not exist. */
export const withNewApp = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(readSettings(process.env), (settings) => withAppOf(work, settings))

/** Provides what encrypts the secrets of webhooks. */
export const withSecretBox = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    return yield* Effect.provide(work, secretBox(yield* readSettings(process.env)))
  })

/**
 * Turns an `InvalidInput` into a `UsageError` if all its issues are about values of the command line. `names` has the
 * option or argument of each field of the input, such as `{ email: "--email" }`.
 */
export const refusedAs =
  (names: Readonly<Record<string, string>>) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | UsageError, R> =>
    Effect.mapError(work, (failure) => {
      if (!(failure instanceof Values.InvalidInput)) return failure
      const lines = failure.issues.map(
        ({ message, path: [field = ""] }) => names[field] && `${names[field]} ${message}`
      )
      return lines.every((line) => line !== undefined) ? new UsageError({ message: lines.join("; ") }) : failure
    })
