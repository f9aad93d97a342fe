import { Effect, type Redacted } from "effect"
import { readRemote } from "../settings.js"
import { UsageError } from "../terminal/failures.js"
import { GivenToken, namesServer } from "../terminal/GivenToken.js"

/** A server on whose API a command works, and the token that it sends. */
export interface GivenServer {
  readonly url: string
  readonly token: Redacted.Redacted
}

/**
 * The server that the environment names, or null. Fails with a `UsageError` for a token without a server, or with
 * `ConfigurationInvalid` for a server without a token and for wrong values.
 */
export const givenServer = Effect.gen(function* () {
  const given = yield* GivenToken
  if (!namesServer()) {
    if (given === undefined) return null
    return yield* new UsageError({ message: "--token needs BOARDWRIGHT_URL, the address of the server" })
  }
  const { token, url } = yield* readRemote(process.env, given)
  const server: GivenServer = { url, token }
  return server
})
