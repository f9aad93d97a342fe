import type { ListedChange } from "./ApiTypes.js"

/** A change with the cursor after it. */
export interface StreamedChange extends ListedChange {
  /** Continues after this change, in any later list or stream. */
  readonly cursor: string
}

/** Which changes a stream has. */
export interface StreamInput {
  /** A cursor, or `now`. Default: all changes that are kept. */
  readonly since?: string | undefined
  readonly boardId?: string | undefined
  readonly workspaceId?: string | undefined
  readonly types?: ReadonlyArray<ListedChange["type"]> | undefined
}

/** The milliseconds before connecting again, until the server says another number. */
export const RETRY_MILLIS = 2_000

/** The milliseconds after which a silent connection has broken: the server sends something at least every 20 seconds. */
export const SILENCE_MILLIS = 60_000

/** Whether a response is the stream, and not the page of a proxy or an app. */
export const isStreamed = (status: number, contentType: string | null | undefined): boolean =>
  status === 200 && contentType?.startsWith("text/event-stream") === true

/** Whether no other request would be answered differently: a 4xx other than 408 and 429. */
export const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429
