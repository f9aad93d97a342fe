import { Context, Effect, type Redacted } from "effect"
import { UsageError } from "./failures.js"

/** A server on whose API a command works, and the token that it sends. */
export interface GivenServer {
  readonly url: string
  readonly token: Redacted.Redacted
}

/** The value of `--token`. */
export class GivenToken extends Context.Reference<GivenToken>()("@boardwright/cli/GivenToken", {
  defaultValue: (): string | undefined => undefined
}) {}

const isSet = (name: string): boolean => [name, `${name}_FILE`].some((each) => (process.env[each] ?? "") !== "")

/** Whether the environment names a server. */
export const namesServer = (): boolean => isSet("BOARDWRIGHT_URL")

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
  const { readRemote } = yield* Effect.promise(() => import("../settings.js"))
  const { token, url } = yield* readRemote(process.env, given)
  const server: GivenServer = { url, token }
  return server
})
