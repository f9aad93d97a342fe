import { BoardwrightClientError, type BoardwrightClient, type CallOptions, createClient } from "@boardwright/client"
import { Values } from "@boardwright/core"
import type { BoardFormat } from "@boardwright/spreadsheet/board-file"
import { Data, Effect, Redacted, Stream } from "effect"
import { EXIT } from "../exitCode.js"
import { Conflict, NoSuchThing } from "../terminal/failures.js"
import { note } from "../terminal/print.js"
import type { Progress } from "../terminal/progress.js"
import type { GivenServer } from "./givenServer.js"
import { PATIENCE_MILLIS } from "./patience.js"
import { reasonOf } from "./reasonOf.js"

/** A server did not do what a command asked for. */
export class ServerRefused extends Data.TaggedError("ServerRefused")<{
  readonly message: string
  readonly exitCode: number
}> {}

const refused = (message: string, exitCode: number) => new ServerRefused({ message, exitCode })

/** A server has accepted a request and does not answer it. */
class NoAnswer extends Error {}

const failureOf = (error: unknown, url: string) => {
  if (error instanceof NoAnswer) return refused(`${url} ${error.message}`, EXIT.unavailable)
  if (!(error instanceof BoardwrightClientError)) throw error
  const { code, details, message, retryAfter, status } = error
  if (status === null) return refused(`${url} cannot be reached: ${reasonOf(error)}`, EXIT.unavailable)
  if (code === "UnexpectedAnswer" || code === "RouteNotFound")
    return refused(
      `${url} is no Boardwright server of this version: it answered with status ${status}`,
      EXIT.unavailable
    )
  const wait = retryAfter === null ? "" : `; try again in ${retryAfter} s`
  switch (status) {
    case 400:
      return details.length > 0 ? new Values.InvalidInput({ issues: details }) : refused(message, EXIT.rejected)
    case 401:
      return refused(`${url} refuses the token: it is wrong, expired or revoked`, EXIT.configuration)
    case 403:
      return refused(`not allowed: ${message}`, EXIT.failure)
    case 404:
      return new NoSuchThing({ message })
    case 409:
    case 410:
      return new Conflict({ message })
    case 413:
      return refused(message, EXIT.rejected)
    case 429:
      return refused(`too many requests${wait}`, EXIT.unavailable)
    case 503:
      return refused(`${message}${wait}`, EXIT.unavailable)
    default:
      return refused(`the server failed: ${message}`, EXIT.failure)
  }
}

/** Calls the API of a server. Fails as a use case on the database would, or with `ServerRefused`. */
export type Ask = <A>(
  call: (api: BoardwrightClient, options: CallOptions) => Promise<A>
) => Effect.Effect<A, Values.InvalidInput | NoSuchThing | Conflict | ServerRefused>

/** The most seconds that a call waits for retries. */
const MAX_WAIT_SECONDS = 60

/** Fetches, and says if the server has the client wait for its rate limit. */
const fetchNotingWaits: typeof fetch = async (...given) => {
  const response = await fetch(...given)
  const seconds = Number(response.headers.get("retry-after"))
  if (response.status === 429 && seconds > 0 && seconds <= MAX_WAIT_SECONDS)
    await Effect.runPromise(note(`the server asks to wait ${seconds} s (rate limit)`))
  return response
}

/** Fetches, and aborts the call for which it does so if no head of an answer has come in time. Bodies may take longer. */
const fetchWithin =
  (patienceMillis: number, call: AbortController): typeof fetch =>
  async (...given) => {
    const late = () => call.abort(new NoAnswer(`did not answer within ${patienceMillis / 1000} s`))
    const timer = setTimeout(late, patienceMillis)
    try {
      return await fetchNotingWaits(...given)
    } finally {
      clearTimeout(timer)
    }
  }

/**
 * Calls a server with a token. Requests wait for a `Retry-After` of up to a minute, with a line to standard error for a 429. One
 * that is not answered within `patienceMillis` is not repeated.
 */
export const askOf =
  ({ token, url }: GivenServer, patienceMillis = PATIENCE_MILLIS): Ask =>
  (call) =>
    Effect.tryPromise({
      try: (signal) => {
        const own = new AbortController()
        const api = createClient({
          baseUrl: url,
          token: Redacted.value(token),
          fetch: fetchWithin(patienceMillis, own),
          maxWaitSeconds: MAX_WAIT_SECONDS
        })
        return call(api, { signal: AbortSignal.any([signal, own.signal]) })
      },
      catch: (error) => failureOf(error, url)
    })

const brokenOff = (cause: unknown) => refused(`the server broke off the file: ${reasonOf(cause)}`, EXIT.unavailable)

/** A board's file as a server sends it. Reports the bytes that have arrived. Fails if the file is not complete. */
export const downloadBoard = (ask: Ask, id: string, format: BoardFormat, progress: Progress) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const body = yield* ask(async (api, options) => {
        const { body, headers, status } = await api.boards.export({ id, format }, options)
        if (body !== null && headers.has("content-disposition")) return body
        throw new BoardwrightClientError({ code: "UnexpectedAnswer", status, error: "Unexpected answer" })
      })
      let received = 0
      return Stream.tap(Stream.fromReadableStream({ evaluate: () => body, onError: brokenOff }), ({ byteLength }) =>
        Effect.sync(() => progress((received += byteLength)))
      )
    })
  )
