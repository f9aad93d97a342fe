import { Change } from "@boardwright/core"
import { Clock, Effect } from "effect"

/** How long a cursor is reused, in milliseconds. */
const REUSED_MILLIS = 250

/**
 * The cursor of the feed's head, at most 250 ms old. Reading it for each request would be one more round trip; an older
 * cursor is safe, as the worst it does is repeat changes. One for all requests of an instance.
 */
export const makeHeadCursor = () => {
  let readAt = 0
  let cursor: Change.ChangeCursor | null = null
  const read = (now: number) =>
    Effect.tap(Change.currentCursor, (found) => {
      readAt = now
      cursor = found
    })
  return Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const age = now - readAt
    // The clock may be set back.
    return cursor !== null && age >= 0 && age < REUSED_MILLIS ? Effect.succeed(cursor) : read(now)
  })
}
