/** An event as it was sent. */
interface ServerEvent {
  readonly event: string | undefined
  readonly id: string | undefined
  readonly data: string
}

/** The fields of a block of lines. A comment has an empty name. */
const fieldsOf = (block: string) =>
  block.split("\n").map((line) => {
    const colon = line.indexOf(":")
    return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const
  })

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
  readonly next: () => Promise<ServerEvent & { readonly change: { readonly [field: string]: unknown } }>
  /** Waits for the end; resolves to the events that were not taken, and rejects if the connection was cut. */
  readonly ended: () => Promise<ReadonlyArray<ServerEvent>>
  readonly close: () => void
  /** The reconnection times that the server sent, in milliseconds. */
  readonly retries: ReadonlyArray<number>
}

/** Opens a stream and reads it as it comes. */
export const openStream = async ({ headers, query = "since=now", token, url }: StreamRequest): Promise<EventStream> => {
  const closing = new AbortController()
  const response = await fetch(`${url}/api/changes/stream?${query}`, {
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    signal: closing.signal
  })
  const events: Array<ServerEvent> = []
  const retries: Array<number> = []
  let [wake, rest] = [() => {}, ""]
  const take = (text: string) => {
    const blocks = (rest + text).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const fields of blocks.map(fieldsOf)) {
      const { data, event, id, retry } = Object.fromEntries(fields)
      if (retry !== undefined) retries.push(Number(retry))
      if (data !== undefined) events.push({ data, event, id })
    }
  }
  const state: { over: { readonly error: unknown } | null } = { over: null }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      take(decoder.decode(bytes, { stream: true }))
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
