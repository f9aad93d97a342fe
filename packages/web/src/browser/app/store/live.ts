import { BoardwrightClientError, type StreamedChange } from "@boardwright/client"
import { isRenewedSince, token } from "../../session.js"
import { clientWith, isOffline } from "../api.js"
import { LATE_MILLIS, pause, RETRY_MILLIS } from "./pause.js"
import { tabLocks } from "./tabStorage.js"

const CHANNEL = "boardwright.changes"
/** Most changes that are kept for a tab that still reads what was before them. */
const MOST_EARLY = 1000
const LOCK = "boardwright.stream"

/** What follows the changes of one board. */
export interface Follower {
  readonly change: (change: StreamedChange) => void
  /** Changes may have been missed: load everything. */
  readonly reload: (cursor: string) => void
  readonly connected: (isConnected: boolean) => void
  /** Nothing may be read any more, or not until the user signs in again. */
  readonly ended: (error: unknown) => void
}

/** Whether a cursor is after another one. One of another life of the database is after all of this one. */
const isAfter = (one: string, other: string): boolean => {
  const [epoch, position] = one.split(".")
  const [otherEpoch, otherPosition] = other.split(".")
  return epoch !== otherEpoch || Number(position) > Number(otherPosition)
}

/**
 * Follows the feed, from the cursor that the returned function is called with. One tab of the browser reads the stream and
 * passes it to the others, since a browser opens only six connections to a server. The others are ready to go on from the
 * last change that they have seen. What they pass on before that call is kept for it.
 */
export const openFeed = (follower: Follower, signal: AbortSignal): ((since: string) => void) => {
  let cursor = ""
  /** What other tabs passed on; null once this one follows. */
  let early: Array<StreamedChange> | null = []
  const channel = new BroadcastChannel(CHANNEL)
  const take = (change: StreamedChange): void => {
    if (early !== null) {
      if (early.length < MOST_EARLY) early.push(change)
      return
    }
    if (!isAfter(change.cursor, cursor)) return
    cursor = change.cursor
    follower.change(change)
  }
  const restart = (from: string): void => {
    cursor = from
    follower.reload(from)
  }
  // A text is the cursor from which all start again.
  channel.addEventListener("message", ({ data }: MessageEvent<StreamedChange | boolean | string>) => {
    if (typeof data === "boolean") follower.connected(data)
    else if (typeof data === "string") restart(data)
    else take(data)
  })
  signal.addEventListener("abort", () => channel.close())

  const connected = (isConnected: boolean): void => {
    if (signal.aborted) return
    channel.postMessage(isConnected)
    follower.connected(isConnected)
  }
  // The stream connects again by itself, so that its requests alone show whether it can.
  const watched: typeof fetch = (...given) => {
    const response = fetch(...given)
    const late = setTimeout(connected, LATE_MILLIS, false)
    response
      .then(
        ({ ok }) => connected(ok),
        () => connected(false)
      )
      .finally(() => clearTimeout(late))
    return response
  }
  const { changes } = clientWith(watched)
  addEventListener("online", () => connected(true), { signal })
  // A stream that is open says nothing of a lost network for a while, and a server on this computer needs none.
  addEventListener("offline", () => void watched("/api/health").catch(() => undefined), { signal })

  const lead = async (): Promise<void> => {
    while (!signal.aborted) {
      const sent = token()
      try {
        for await (const change of changes.stream({ since: cursor }, { signal })) {
          channel.postMessage(change)
          take(change)
        }
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof BoardwrightClientError && error.cursor !== null) {
          channel.postMessage(error.cursor)
          restart(error.cursor)
        } else if (isOffline(error)) {
          await pause(RETRY_MILLIS)
        } else if (error instanceof BoardwrightClientError && error.status === 401) {
          follower.ended(error)
          while (!signal.aborted && !isRenewedSince(sent)) await pause(RETRY_MILLIS)
        } else return follower.ended(error)
      }
    }
  }
  return (since) => {
    cursor = since
    const kept = early ?? []
    early = null
    kept.forEach(take)
    if (kept.length === MOST_EARLY) follower.reload(cursor)
    follower.connected(true)
    const locks = tabLocks()
    if (locks === undefined) void lead()
    else locks.request(LOCK, { signal }, lead).catch(() => undefined)
  }
}
