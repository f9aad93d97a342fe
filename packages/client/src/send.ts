import { BoardwrightClientError, type Issue } from "./BoardwrightClientError.js"
import { ADDRESS } from "./ServerOptions.js"
import { MAX_WAIT_SECONDS, RETRIES, retryAfterOf, type RetryOptions, secondsOf } from "./retryAfter.js"

export interface Sending extends RetryOptions {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Reads the token before each attempt. */
  readonly token: () => Promise<string | undefined>
  readonly fetch: typeof globalThis.fetch
  readonly signal: AbortSignal | undefined
  /** Whether a second request would do nothing again, so that one without a usable response may be repeated. */
  readonly isRepeatable: boolean
  /** Whether the body of a success is left to be read by the caller. */
  readonly isStream?: boolean
}

/** A response, with its body if that was read. */
export interface Received {
  readonly response: Response
  readonly text: string
}

const FIRST_PAUSE_SECONDS = 0.25
const LONGEST_PAUSE_SECONDS = 30
/** The answer may be that of a proxy, or the request may have been done before it. */
const IN_DOUBT = new Set([500, 502, 503, 504])
/** A request with the same key is being served. */
const IN_FLIGHT = 409

/** A pause that doubles with each attempt, up to half a minute, and differs by up to a half between clients. */
export const pauseSeconds = (attempt: number, first: number): number =>
  Math.min(first * 2 ** attempt, LONGEST_PAUSE_SECONDS) * (1 + Math.random() / 2)

/** Waits, and rejects with the reason of a signal that is aborted meanwhile. */
export const sleep = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted === true) abort()
    else signal?.addEventListener("abort", abort, { once: true })
  })

/** The error for a request that cannot be sent. */
export const unsent = (cause: unknown, ...details: ReadonlyArray<Issue>) =>
  new BoardwrightClientError({ code: "InvalidRequest", status: null, error: "Invalid request", details, cause })

/** Rejects with the signal's reason once it is aborted, whatever the work waits for. */
export const unlessAborted = <A>(work: () => Promise<A>, signal: AbortSignal | undefined): Promise<A> =>
  signal === undefined
    ? work()
    : new Promise((resolve, reject) => {
        const abort = () => reject(signal.reason)
        if (signal.aborted) return abort()
        signal.addEventListener("abort", abort)
        work()
          .finally(() => signal.removeEventListener("abort", abort))
          .then(resolve, reject)
      })

const unanswered = (cause: unknown) =>
  new BoardwrightClientError({ code: "NetworkFailure", status: null, error: "Network failure", cause })

/** The absolute address; in a browser a path is the page's own origin. */
const addressOf = (url: string): string => {
  try {
    return new URL(url, globalThis.location?.href).href
  } catch (cause) {
    const message = `${ADDRESS}: ${JSON.stringify(url)} is none`
    throw unsent(cause, { path: ["baseUrl"], message })
  }
}

const headersOf = (headers: Readonly<Record<string, string>>): Headers => {
  try {
    return new Headers(headers)
  } catch (cause) {
    throw unsent(cause)
  }
}

const attemptOnce = async (sending: Sending): Promise<Received | BoardwrightClientError> => {
  const { body, fetch, headers, isStream = false, method, signal, url } = sending
  const token = await sending.token()
  const sent = headersOf({ ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) })
  try {
    const response = await fetch(url, {
      method,
      headers: sent,
      // A POST that is redirected may become a GET, whose success would be taken for its own.
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal })
    })
    return { response, text: isStream && response.ok ? "" : await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    return unanswered(cause)
  }
}

/** The seconds after which to repeat a request; null if it ended. */
const pauseOf = (received: Received | BoardwrightClientError, { isRepeatable }: Sending, attempt: number) => {
  if (received instanceof Error) return isRepeatable ? pauseSeconds(attempt, FIRST_PAUSE_SECONDS) : null
  const { headers, status } = received.response
  const header = headers.get("retry-after")
  const asked = isRepeatable && status === IN_FLIGHT ? secondsOf(header, Date.now()) : null
  const known = asked ?? retryAfterOf(status, header, Date.now())
  return known ?? (isRepeatable && IN_DOUBT.has(status) ? pauseSeconds(attempt, FIRST_PAUSE_SECONDS) : null)
}

/**
 * Sends a request, and repeats it after the `Retry-After` of a 429 or 503, which has had no effect. One that is repeatable
 * is also repeated after a failed connection, 500, 502, 503 and 504, with growing pauses.
 */
export const send = async (sending: Sending): Promise<Received> => {
  const { maxWaitSeconds = MAX_WAIT_SECONDS, retries = RETRIES, signal } = sending
  const url = addressOf(sending.url)
  let budget = maxWaitSeconds
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted()
    const received = await attemptOnce({ ...sending, url })
    const seconds = pauseOf(received, sending, attempt)
    if (seconds === null || seconds > budget || attempt >= retries) {
      if (received instanceof Error) throw received
      return received
    }
    budget -= seconds
    await sleep(seconds, signal)
  }
}
