import { createParser } from "eventsource-parser"
import { BoardwrightClientError } from "./BoardwrightClientError.js"
import { failureOf, queryOf, type Sender } from "./call.js"
import { onAbort } from "./onAbort.js"
import { pauseSeconds, retryAfterOf } from "./retryAfter.js"
import { type Received, send, sleep, unlessAborted } from "./send.js"
import {
  isFinal,
  isStreamed,
  RETRY_MILLIS,
  SILENCE_MILLIS,
  type StreamedChange,
  type StreamInput
} from "./StreamedChange.js"

/** A stream's position, and how long the server asks to wait before connecting again. */
interface Place {
  cursor: string | undefined
  retryMillis: number
}

/** Reads what comes next. Ends after a silence that only a broken connection has. */
const readSoon = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), SILENCE_MILLIS)
  try {
    return await reader.read()
  } finally {
    clearTimeout(timer)
  }
}

async function* eventsOf({ body }: Response, place: Place, signal: AbortSignal): AsyncGenerator<StreamedChange> {
  let found: Array<StreamedChange> = []
  const parser = createParser({
    onRetry: (millis) => {
      place.retryMillis = millis
    },
    onEvent: ({ data, event, id }) => {
      place.cursor = id ?? place.cursor
      if (event === "change") found.push({ ...JSON.parse(data), cursor: place.cursor })
    }
  })
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  // Ends the pending read, whether `fetch` minds the signal or not.
  const forget = onAbort(signal, () => void reader?.cancel().catch(() => undefined))
  try {
    for (;;) {
      const chunk = reader && (await readSoon(reader))
      if (chunk === undefined || chunk.done) return
      parser.feed(decoder.decode(chunk.value, { stream: true }))
      yield* found
      found = []
    }
  } finally {
    forget()
  }
}

/** A connection that is open, or the response that refuses it. */
const open = async ({ root, ...sender }: Sender, input: StreamInput, place: Place, signal: AbortSignal) => {
  const query = queryOf(["since", "boardId", "workspaceId", "types"], {
    ...input,
    since: place.cursor ?? input.since
  })
  const url = `${root}/api/changes/stream${query}`
  const headers = { accept: "text/event-stream" }
  return send({ ...sender, url, method: "GET", headers, signal, isRepeatable: false, isStream: true })
}

async function* connections(sender: Sender, input: StreamInput, signal: AbortSignal): AsyncGenerator<StreamedChange> {
  const place: Place = { cursor: undefined, retryMillis: RETRY_MILLIS }
  let hasConnected = false
  for (let attempt = 0; ; attempt++) {
    if (hasConnected) await sleep(pauseSeconds(attempt - 1, place.retryMillis / 1000), signal)
    const received = await open(sender, input, place, signal).catch((error: unknown): Received | undefined => {
      signal.throwIfAborted()
      if (hasConnected && error instanceof BoardwrightClientError && error.code === "NetworkFailure") return undefined
      throw error
    })
    if (received === undefined) continue
    const { headers, status } = received.response
    if (isStreamed(status, headers.get("content-type"))) {
      attempt = 0
      hasConnected = true
      place.cursor ??= headers.get("x-change-cursor") ?? undefined
      const changes = eventsOf(received.response, place, signal)
      for (;;) {
        // The connection broke: connect again.
        const next = await changes.next().catch(() => undefined)
        signal.throwIfAborted()
        if (next === undefined || next.done === true) break
        yield next.value
      }
    } else if (!hasConnected || isFinal(status)) throw failureOf(received)
    else {
      // That of a page, which nobody reads, would hold its connection.
      await received.response.body?.cancel().catch(() => undefined)
      await sleep(retryAfterOf(status, headers.get("retry-after"), Date.now()) ?? 0, signal)
    }
  }
}

/**
 * The changes after `since` as they happen. Connects again, with the last cursor, whenever the connection ends or has been
 * silent for a minute, and while the server cannot be reached. Fails if the first request fails, with what refuses any other request, with `TokenUnavailable`, and
 * with the reason of an aborted signal. Leaving the loop closes the connection.
 */
export const streamChanges = (
  sender: Sender,
  input: StreamInput,
  signal: AbortSignal | undefined
): AsyncIterable<StreamedChange> => ({
  [Symbol.asyncIterator]: () => {
    const closing = new AbortController()
    const forget = onAbort(signal, () => closing.abort(signal?.reason))
    const changes = connections(sender, input, closing.signal)
    let isClosed = false
    const close = () => {
      isClosed = true
      forget()
      closing.abort()
    }
    const done = { done: true, value: undefined } as const
    return {
      next: async () => {
        if (isClosed) return done
        try {
          return await unlessAborted(() => changes.next(), closing.signal)
        } catch (error) {
          if (isClosed) return done
          close()
          throw error
        }
      },
      return: async () => {
        close()
        return done
      }
    }
  }
})
