import { Effect, Option, Stream } from "effect"
import { actingPlaces, actingUser, type CurrentActor, requireScope } from "../access/Actor.js"
import { ChangeFeed } from "./ChangeFeed.js"
import { cursorAt, parseCursor } from "./ChangeCursor.js"
import {
  changesWithin,
  decodeListChanges,
  type ListChanges,
  listChanges,
  type ListedChanges,
  MAX_CHANGES,
  requireSelected
} from "./listChanges.js"

/**
 * Follows the feed: `next` gives the next page that `listChanges` would return, with the rights at that time.
 * At the head it waits for a change that the actor may read, at most `LONGEST_WAIT`; then the page is empty, so that the
 * cursor advances. It fails as `listChanges` does, and with none once the instance closes. One page at a time.
 */
export const makeChangeFollower = Effect.fnUntraced(function* (input: ListChanges = {}) {
  yield* requireScope("read", "follow changes")
  const feed = yield* ChangeFeed
  const places = yield* actingPlaces
  const whole = { ...input, limit: input.limit ?? MAX_CHANGES }
  const { filter, limit } = yield* decodeListChanges(whole)
  const reader = { userId: yield* actingUser, filter, limit }
  let since = input.since
  let isAtHead = false
  let isChecked = false

  const passed = (page: ListedChanges): ListedChanges => {
    since = page.cursor
    isAtHead = !page.hasMore
    isChecked = false
    return page
  }
  const read = Effect.suspend(() => Effect.map(listChanges({ ...whole, since }), passed))
  const wait = Effect.gen(function* () {
    const place = since === undefined || since === null ? null : parseCursor(since)
    const page = place === null ? null : yield* feed.wait(reader, place)
    if (place === null || page === null) return null
    const { changes, hasMore, position } = page
    since = cursorAt(place.epoch, position)
    return {
      changes: changesWithin(places, changes),
      cursor: cursorAt(place.epoch, position),
      hasMore
    } satisfies ListedChanges
  })
  // What was deleted between the check and the read of a page is noticed by no later change.
  const check = Effect.suspend(() =>
    isChecked ? Effect.void : Effect.tap(requireSelected(filter), () => Effect.sync(() => (isChecked = true)))
  )
  const orEnd = Effect.flatMap(feed.isEnded, (ended) => (ended ? Effect.fail(Option.none()) : Effect.void))
  const readUnlessEnded = Effect.zipRight(orEnd, Effect.mapError(read, Option.some))
  const next = Effect.suspend(() =>
    isAtHead
      ? Effect.flatMap(Effect.zipRight(Effect.mapError(check, Option.some), wait), (page) =>
          page === null ? readUnlessEnded : Effect.succeed(page)
        )
      : readUnlessEnded
  )
  return { next }
})

/**
 * The pages that `listChanges` would return to the current actor, one after another and without end, as they come: see
 * `makeChangeFollower`. Ends when the instance closes; fails as `listChanges` does, also when the access to the board or
 * workspace is lost.
 */
export const followChanges = (
  input: ListChanges = {}
): Stream.Stream<
  ListedChanges,
  Effect.Effect.Error<ReturnType<typeof listChanges>>,
  Effect.Effect.Context<ReturnType<typeof listChanges>> | ChangeFeed | CurrentActor
> => Stream.unwrap(Effect.map(makeChangeFollower(input), ({ next }) => Stream.repeatEffectOption(next)))
