import { Change, type Ports } from "@boardwright/core"
import { Effect } from "effect"

/** How long a cursor is reused, in milliseconds. */
const REUSED_MILLIS = 250

/** How often changes are placed for those who made them, in milliseconds: on PostgreSQL it is a transaction of its own. */
const PLACED_MILLIS = 10

/** Most users that are remembered for their changes; then all are forgotten. */
const MAX_WRITERS = 10_000

type Reading = Effect.Effect<Change.ChangeCursor, Ports.StorageUnavailable, Change.ChangeRepository>

/** The cursors of the feed's head that an instance gives to its readers. */
export interface HeadCursor {
  /**
   * The cursor for a user. At most 250 ms old, as reading it for each request would be one more round trip; an older cursor is
   * safe, as the worst it does is repeat changes. After a change by this user it is a new one, and beyond that change unless others
   * were placed in the last 10 ms.
   */
  readonly of: (userId: string | null) => Reading
  /** Notes that a user has changed something. */
  readonly noteChange: (userId: string) => void
}

/** The clock may be set back. */
const isWithin = (age: number, millis: number): boolean => age >= 0 && age < millis

/** One for all requests of an instance. */
export const makeHeadCursor = (): HeadCursor => {
  let readAt = 0
  let cursor: Change.ChangeCursor | null = null
  let changes = 0
  /** The number of each user's last change. */
  const writers = new Map<string, number>()
  let placedAt = -PLACED_MILLIS
  /** The changes up to this number are placed. */
  let placed = 0
  const read = (now: number, reading: Reading) =>
    Effect.tap(reading, (found) => {
      readAt = now
      cursor = found
    })
  const place = (now: number) => {
    const through = changes
    placedAt = now
    return Effect.tap(read(now, Change.placedCursor), () => {
      placed = Math.max(placed, through)
      if (changes === through) writers.clear()
    })
  }
  const isBehind = (userId: string | null) => userId !== null && (writers.get(userId) ?? 0) > placed
  const current = (userId: string | null) =>
    Effect.clockWith((clock): Reading => {
      const now = clock.unsafeCurrentTimeMillis()
      if (isBehind(userId)) {
        const head = read(now, Change.currentCursor)
        // Where nothing can be written, as on a full disk, reads are served still.
        return isWithin(now - placedAt, PLACED_MILLIS) ? head : Effect.orElse(place(now), () => head)
      }
      return cursor !== null && isWithin(now - readAt, REUSED_MILLIS)
        ? Effect.succeed(cursor)
        : read(now, Change.currentCursor)
    })
  // Readers that come while changes are placed wait for it: theirs may be among them.
  const turns = Effect.unsafeMakeSemaphore(1)
  return {
    of: (userId) => Effect.suspend(() => (isBehind(userId) ? turns.withPermits(1)(current(userId)) : current(userId))),
    noteChange: (userId) => {
      if (writers.size >= MAX_WRITERS) writers.clear()
      writers.set(userId, ++changes)
    }
  }
}
