import { Effect } from "effect"
import type { Ask } from "./callServer.js"
import { UsageError } from "../terminal/failures.js"
import { givenServer } from "./givenServer.js"
import { withApp } from "../terminal/withApp.js"

/**
 * Runs a use case on the database, as the operator or the user `as`. Where `BOARDWRIGHT_URL` names a server, calls its API
 * instead, where the token's user acts.
 */
export const withServer = <A, E, R, B, F, S>(
  onDatabase: Effect.Effect<A, E, R>,
  onServer: (ask: Ask) => Effect.Effect<B, F, S>,
  as?: string
) =>
  Effect.gen(function* () {
    const server = yield* givenServer
    if (server === null) return yield* withApp(onDatabase, as)
    if (as !== undefined)
      return yield* new UsageError({ message: "--as is for the database: with BOARDWRIGHT_URL the token's user acts" })
    const { askOf } = yield* Effect.promise(() => import("./callServer.js"))
    return yield* onServer(askOf(server))
  })
