import { Effect, Redacted } from "effect"
import { givenServer, type GivenServer } from "../remote/givenServer.js"
import { PATIENCE_MILLIS } from "../remote/patience.js"
import { reasonOf } from "../remote/reasonOf.js"
import { UsageError } from "../terminal/failures.js"

const postTo =
  ({ token, url }: GivenServer) =>
  async (message: object) => {
    const headers = {
      authorization: `Bearer ${Redacted.value(token)}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream"
    }
    const signal = AbortSignal.timeout(PATIENCE_MILLIS)
    try {
      const body = JSON.stringify(message)
      const response = await fetch(`${url}/mcp`, { method: "POST", headers, body, signal })
      return { status: response.status, body: await response.text() }
    } catch (cause) {
      throw new Error(`${url} cannot be reached: ${reasonOf(cause)}`, { cause })
    }
  }

/** `boardwright mcp`. */
export const serveAgent = Effect.fnUntraced(function* () {
  const server = yield* givenServer
  if (server === null)
    return yield* new UsageError({ message: "BOARDWRIGHT_URL, the address of the server, is missing" })
  const { relayStdio } = yield* Effect.promise(() => import("@boardwright/mcp"))
  yield* Effect.promise(() => relayStdio(postTo(server)))
})
