import { createParser, type EventSourceMessage } from "eventsource-parser"

export interface StreamRequest {
  readonly url: string
  readonly token?: string | undefined
  /** After `/api/changes/stream?`. Default: `since=now`. */
  readonly query?: string
  readonly headers?: Record<string, string>
}

/** An open stream of changes. */
export interface EventStream {
  readonly response: Response
  /** Waits for the next event. Fails if the stream has ended. */
  readonly next: () => Promise<EventSourceMessage & { readonly change: { readonly [field: string]: unknown } }>
  /** Waits for the end; resolves to the events that were not taken, and rejects if the connection was cut. */
  readonly ended: () => Promise<ReadonlyArray<EventSourceMessage>>
  readonly close: () => void
  /** The reconnection times that the server sent, in milliseconds. */
  readonly retries: ReadonlyArray<number>
  readonly comments: ReadonlyArray<string>
}

/** Opens a stream and reads it as it comes. */
export const openStream = async ({ headers, query = "since=now", token, url }: StreamRequest): Promise<EventStream> => {
  const closing = new AbortController()
  const response = await fetch(`${url}/api/changes/stream?${query}`, {
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    signal: closing.signal
  })
  const events: Array<EventSourceMessage> = []
  const [retries, comments]: [Array<number>, Array<string>] = [[], []]
  let wake = () => {}
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onRetry: (millis) => retries.push(millis),
    onComment: (comment) => comments.push(comment)
  })
  const state: { over: { readonly error: unknown } | null } = { over: null }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      parser.feed(decoder.decode(bytes, { stream: true }))
      wake()
    }
  }
  const end = (error: unknown) => {
    state.over = { error }
    wake()
  }
  read().then(() => end(null), end)
  const changed = () => new Promise<void>((resolve) => (wake = resolve))
  return {
    response,
    retries,
    comments,
    close: () => closing.abort(),
    next: async () => {
      for (;;) {
        const event = events.shift()
        if (event !== undefined) return { ...event, change: JSON.parse(event.data) as never }
        if (state.over !== null) throw new Error("the stream has ended", { cause: state.over.error })
        await changed()
      }
    },
    ended: async () => {
      while (state.over === null) await changed()
      if (state.over.error !== null) throw state.over.error
      return events.splice(0)
    }
  }
}
