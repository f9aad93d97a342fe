import { Effect, Schedule, Stream } from "effect"
import { recordStorageFailure, recordStorageSuccess } from "../ports/StorageOutage.js"
import { type ChangeCursor, cursorAt } from "./ChangeCursor.js"
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

/**
 * Handles the pages after a cursor, in order, until the handling of one returns false or the instance closes. An outage of
 * storage is waited out. Fails as `listChanges` does, but not with `StorageUnavailable`.
 */
export const forEachPage = <R>(
  followed: FollowedChanges,
  from: ChangeCursor,
  handle: (page: ListedChanges) => Effect.Effect<boolean, never, R>
) =>
  Effect.suspend(() => {
    let since = from
    const handled = (page: ListedChanges) =>
      Effect.zipRight(recordStorageSuccess, handle(page)).pipe(
        Effect.tap(() => Effect.sync(() => (since = page.cursor)))
      )
    return Effect.suspend(() => Stream.runForEachWhile(followChanges({ ...followed, since }), handled)).pipe(
      Effect.catchTag("StorageUnavailable", (failure) => Effect.as(recordStorageFailure(failure), "away" as const)),
      Effect.repeat({ while: (end) => end === "away", schedule: Schedule.spaced("1 second") }),
      Effect.asVoid
    )
  })
