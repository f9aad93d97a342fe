import { Values } from "@boardwright/core"
import { Effect } from "effect"
import { UsageError } from "./failures.js"

/**
 * Makes a `UsageError` of an `InvalidInput` that only concerns values of the command line. `names` has the option or
 * argument for a field of the input, such as `{ email: "--email" }`; an input with any other problem stays as it is.
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
