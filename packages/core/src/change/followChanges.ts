import { Effect, Option, Stream } from "effect"
import { actingPlaces, actingUser, type CurrentActor, requireScope } from "../access/Actor.js"
import { type AwaitedPage, ChangeFeed } from "./ChangeFeed.js"
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
 * `nextUnless` is the same, but offers each page that comes while it waits to `take`, and gives the first one for which that
 * returns false: thousands of readers then need no fiber each for a change.
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
  const listed = (epoch: string, { changes, hasMore, position }: AwaitedPage): ListedChanges => {
    const cursor = cursorAt(epoch, position)
    since = cursor
    return { changes: changesWithin(places, changes), cursor, hasMore }
  }
  const wait = (take: (page: ListedChanges) => boolean) =>
    Effect.gen(function* () {
      const place = since === undefined || since === null ? null : parseCursor(since)
      if (place === null) return null
      const page = yield* feed.wait(reader, place, (next) => take(listed(place.epoch, next)))
      return page === null ? null : listed(place.epoch, page)
    })
  // What was deleted between the check and the read of a page is noticed by no later change.
  const check = Effect.suspend(() =>
    isChecked ? Effect.void : Effect.tap(requireSelected(filter), () => Effect.sync(() => (isChecked = true)))
  )
  const orEnd = Effect.flatMap(feed.isEnded, (ended) => (ended ? Effect.fail(Option.none()) : Effect.void))
  const readUnlessEnded = Effect.zipRight(orEnd, Effect.mapError(read, Option.some))
  const nextUnless = (take: (page: ListedChanges) => boolean) =>
    Effect.suspend(() =>
      isAtHead
        ? Effect.flatMap(Effect.zipRight(Effect.mapError(check, Option.some), wait(take)), (page) =>
            page === null ? readUnlessEnded : Effect.succeed(page)
          )
        : readUnlessEnded
    )
  return { next: nextUnless(() => false), nextUnless }
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
