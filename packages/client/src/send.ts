import { BoardwrightClientError, type Issue } from "./BoardwrightClientError.js"
import { onAbort } from "./onAbort.js"
import { ADDRESS } from "./ServerOptions.js"
import { MAX_WAIT_SECONDS, pauseAfter, RETRIES, type RetryOptions } from "./retryAfter.js"

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

/** Waits, and rejects with the reason of a signal that is aborted meanwhile. */
export const sleep = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      forget()
      resolve()
    }, seconds * 1000)
    const forget = onAbort(signal, () => {
      clearTimeout(timer)
      reject(signal?.reason)
    })
  })

/** The error for a request that cannot be sent. */
export const unsent = (cause: unknown, ...details: ReadonlyArray<Issue>) =>
  new BoardwrightClientError({ code: "InvalidRequest", status: null, error: "Invalid request", details, cause })

/** Rejects with the signal's reason once it is aborted, whatever the work waits for. */
export const unlessAborted = <A>(work: () => Promise<A>, signal: AbortSignal | undefined): Promise<A> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    const forget = onAbort(signal, () => reject(signal?.reason))
    work().finally(forget).then(resolve, reject)
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

const answerOf = (received: Received | BoardwrightClientError) =>
  received instanceof Error
    ? { status: null }
    : { status: received.response.status, retryAfter: received.response.headers.get("retry-after") }

/** Sends a request, and repeats it as `pauseAfter` says. */
export const send = async (sending: Sending): Promise<Received> => {
  const { maxWaitSeconds = MAX_WAIT_SECONDS, retries = RETRIES, signal } = sending
  const url = addressOf(sending.url)
  let budget = maxWaitSeconds
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted()
    const received = await attemptOnce({ ...sending, url })
    const seconds = pauseAfter(answerOf(received), sending.isRepeatable, attempt, Date.now())
    if (seconds === null || seconds > budget || attempt >= retries) {
      if (received instanceof Error) throw received
      return received
    }
    budget -= seconds
    await sleep(seconds, signal)
  }
}
