import type { Effect } from "effect"

/** Sends parts of a body as they come. */
export interface BodySink {
  readonly write: (part: string | Uint8Array) => void
  /** The bytes that the client has not taken yet. */
  readonly unsent: () => number
  /** Waits until the client has taken them. False if it takes too long. */
  readonly taken: Effect.Effect<boolean>
}

/** How long a client may take to read what it was sent, in milliseconds. */
export const READ_MILLIS = 60_000

/** With more bytes than these unsent, a client must first take them: the next part is not read before. */
export const MAX_UNSENT = 1024 * 1024

/** A body that is sent as it comes. A server calls either `run` or `dismiss`, once; neither on HEAD. */
export interface LiveBody {
  /**
   * Writes the body until it ends; false if the client was too slow, so that the connection is to be cut. Interrupted when
   * the client has gone.
   */
  readonly run: (sink: BodySink) => Effect.Effect<boolean>
  /** Drops the body: no client is there to take it. */
  readonly dismiss: () => void
}

export const isLive = (body: string | Uint8Array | LiveBody): body is LiveBody =>
  typeof body === "object" && "run" in body
