import { Clock, Duration, Effect, Schedule, Stream } from "effect"
import { recordStorageFailure, recordStorageSuccess } from "../ports/StorageOutage.js"
import type { Change } from "./Change.js"
import { type ChangeCursor, cursorAt, parseCursor } from "./ChangeCursor.js"
import { ChangeRepository } from "./ChangeRepository.js"
import { followChanges } from "./followChanges.js"
import { type ListChanges, listChanges, type ListedChanges } from "./listChanges.js"

/** What is followed: changes of one board, of one workspace, of some types. */
export type FollowedChanges = Pick<ListChanges, "boardId" | "workspaceId" | "types">

/**
 * The cursor that `since` names: a cursor, `now` for the head (the default), or `start` for all that are kept. Fails as
 * `listChanges` does.
 */
export const cursorOf = Effect.fnUntraced(function* (followed: FollowedChanges, since: string = "now") {
  const { cursor } = yield* listChanges({ ...followed, since: since === "start" ? undefined : since, limit: 1 })
  if (since === "now") return cursor
  if (since !== "start") return since as ChangeCursor
  const { epoch, start } = yield* (yield* ChangeRepository).head
  return cursorAt(epoch, start)
})

/** For how long the changes of a page are handed over before the rest is read again, in milliseconds. */
const FRESH_MILLIS = Duration.toMillis("1 second")

/** What becomes of a change: the next is handled, it is read and handled again, or nothing more is handled. */
export type Handled = "next" | "again" | "end"

/** How changes are handled, one at a time. */
export interface ChangesHandler<R> {
  /** The cursor continues after the change. */
  readonly handle: (change: Change, cursor: ChangeCursor) => Effect.Effect<Handled, never, R>
  /** Called after all changes up to the cursor are handled. */
  readonly passed?: (cursor: ChangeCursor) => void
}

/**
 * Handles the changes after a cursor, in order, until the handling of one returns `end` or the instance closes. Each could be
 * read by the current actor at most a second before it is handed over. An outage of storage is waited out. Fails as
 * `listChanges` does, but not with `StorageUnavailable`.
 */
export const forEachChange = <R>(
  followed: FollowedChanges,
  from: ChangeCursor,
  { handle, passed }: ChangesHandler<R>
) =>
  Effect.suspend(() => {
    let since = from
    let after: "again" | "end" = "end"
    /** Whether the next page follows. */
    const handlePage = Effect.fnUntraced(function* ({ changes, cursor }: ListedChanges) {
      yield* recordStorageSuccess
      const readAt = yield* Clock.currentTimeMillis
      const epoch = parseCursor(cursor)?.epoch ?? ""
      for (const [at, change] of changes.entries()) {
        const isStale = at > 0 && (yield* Clock.currentTimeMillis) - readAt >= FRESH_MILLIS
        const handled = isStale ? "again" : yield* handle(change, cursorAt(epoch, change.position))
        if (handled !== "next") {
          after = handled
          return false
        }
        since = cursorAt(epoch, change.position)
      }
      since = cursor
      passed?.(cursor)
      return true
    })
    const read = Effect.suspend(() => {
      after = "end"
      return Effect.map(Stream.runForEachWhile(followChanges({ ...followed, since }), handlePage), () => after)
    })
    return Effect.repeat(read, { while: (end) => end === "again" }).pipe(
      Effect.catchTag("StorageUnavailable", (failure) => Effect.as(recordStorageFailure(failure), "away" as const)),
      Effect.repeat({ while: (end) => end === "away", schedule: Schedule.spaced("1 second") }),
      Effect.asVoid
    )
  })
