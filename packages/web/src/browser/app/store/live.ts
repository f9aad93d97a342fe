import { BoardwrightClientError, type StreamedChange } from "@boardwright/client"
import { isRenewedSince, token } from "../../session.js"
import { api } from "../api.js"
import { pause, RETRY_MILLIS } from "./pause.js"
import { tabLocks } from "./unsent.js"
import { forgetOldest } from "./forgetOldest.js"

const CHANNEL = "boardwright.changes"
const LOCK = "boardwright.stream"
/** Changes that are remembered, so that one that comes from two tabs counts once. */
const MOST_SEEN = 1000

/** What follows the changes of one board. */
export interface Follower {
  readonly change: (change: StreamedChange) => void
  /** Changes may have been missed: load everything. */
  readonly reload: (cursor: string) => void
  readonly connected: (isConnected: boolean) => void
  /** Nothing may be read any more, or not until the user signs in again. */
  readonly ended: (error: unknown) => void
}

/**
 * Follows the feed from a cursor on. One tab of the browser reads the stream and passes it to the others, since a browser
 * opens only six connections to a server. The others are ready to go on from the last change that they have seen.
 */
export const followChanges = (since: string, follower: Follower, signal: AbortSignal): void => {
  let cursor = since
  const seen = new Set<string>()
  const channel = new BroadcastChannel(CHANNEL)
  const take = (change: StreamedChange): void => {
    if (seen.has(change.id)) return
    seen.add(change.id)
    forgetOldest(seen, MOST_SEEN)
    cursor = change.cursor
    follower.change(change)
  }
  channel.addEventListener("message", ({ data }) => take(data as StreamedChange))
  signal.addEventListener("abort", () => channel.close())

  const lead = async (): Promise<void> => {
    while (!signal.aborted) {
      const sent = token()
      try {
        follower.connected(true)
        for await (const change of api.changes.stream({ since: cursor }, { signal })) {
          channel.postMessage(change)
          take(change)
        }
      } catch (error) {
        if (signal.aborted) return
        follower.connected(false)
        if (error instanceof BoardwrightClientError && error.cursor !== null) {
          cursor = error.cursor
          follower.reload(cursor)
        } else if (error instanceof BoardwrightClientError && error.code === "NetworkFailure") {
          await pause(RETRY_MILLIS)
        } else if (error instanceof BoardwrightClientError && error.status === 401) {
          follower.ended(error)
          while (!signal.aborted && !isRenewedSince(sent)) await pause(RETRY_MILLIS)
        } else return follower.ended(error)
      }
    }
  }
  follower.connected(true)
  const locks = tabLocks()
  if (locks === undefined) void lead()
  else locks.request(LOCK, { signal }, lead).catch(() => undefined)
}
