import { type Access, type Account, Board, Search, System, Task, type Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Cause, Clock, Effect, Exit, Option } from "effect"
import { aMember, givenAccount, instant, wholeList } from "../fixtures.js"

/** Names that storage is known to change: emoji, combining marks, quotes, escapes, blanks at the ends. */
export const AWKWARD_NAMES: ReadonlyArray<string> = [
  "👩‍👩‍👧‍👦 🇨🇭 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 é e\u0301 ﷽",
  `'single' "double" \`back\` ''; drop table boardwright_task; --`,
  "\\n \\u0041 \\ %s %% _ ? $1 {} [] <b>&amp;</b>",
  "  blanks, a tab\tand lines\r\n\n at both ends \n",
  "😀".repeat(255)
]

/** Texts that storage is known to change: those names, none, and the longest allowed. */
export const AWKWARD_TEXTS: ReadonlyArray<string> = [
  ...AWKWARD_NAMES,
  "",
  "null",
  "x".repeat(65_535),
  "😀".repeat(65_535)
]

/** The value of an option; the test fails if it is none. */
export const valueOf = <A>(found: Option.Option<A>): A => {
  if (Option.isNone(found)) return assert.fail("expected something, found none")
  return found.value
}

/**
 * Fails the test if the option is some. Options are never compared by chai's `deepStrictEqual`, which considers
 * `Option.some(1)` and `Option.none()` equal.
 */
export const isNone = (found: Option.Option<unknown>): void => assert.isNull(Option.getOrNull(found))

/** The id of a new account. */
export const someone = Effect.map(givenAccount(), ({ id }) => id)

/** Makes a user a member of a board. */
export const join = Effect.fnUntraced(function* (boardId: Board.BoardId, userId: Account.UserId, role?: Access.Role) {
  yield* (yield* Board.BoardRepository).putMember(boardId, aMember(userId, role), instant())
})

/** Indexes all texts for searches, also those that other tests stored. */
export const indexAll = Effect.repeat(Search.updateIndex, { until: (isComplete) => isComplete })

/** A task as `find` returns it. */
export const findTask = (id: Task.TaskId) =>
  Effect.map(
    Effect.flatMap(Task.TaskRepository, (tasks) => tasks.find(id, null)),
    Option.map(({ task }) => task)
  )

/** A task as `lock` returns it. */
export const lockTask = (id: Task.TaskId) =>
  Effect.map(
    Effect.flatMap(Task.TaskRepository, (tasks) => tasks.lock(id, null)),
    Option.map(({ task }) => task)
  )

/** The items at those indexes. */
export const pick = <A>(items: ReadonlyArray<A>, places: ReadonlyArray<number>): ReadonlyArray<A> =>
  places.flatMap((place) => items.slice(place, place + 1))

/** Runs the effect; the test fails unless it dies. */
export const dies = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.map(Effect.exit(effect), (exit) => {
    const died = Exit.isFailure(exit) && Option.isSome(Cause.dieOption(exit.cause))
    assert.isTrue(died, `expected a defect, got ${String(exit)}`)
  })

/** Checks that a list has these items, on one page, on pages of one item, and none beyond the end. */
export const lists = <A, E, R>(
  list: (slice: Values.Slice) => Effect.Effect<{ readonly items: ReadonlyArray<A>; readonly total: number }, E, R>,
  items: ReadonlyArray<A>
) =>
  Effect.gen(function* () {
    const total = items.length
    assert.deepStrictEqual(yield* list(wholeList), { items, total })
    for (const [offset, item] of items.entries()) {
      assert.deepStrictEqual(yield* list({ page: offset + 1, limit: 1, offset }), { items: [item], total })
    }
    assert.deepStrictEqual(yield* list({ page: 9, limit: 2, offset: 16 }), { items: [], total })
  })

/** Runs the effect `count` times concurrently. */
export const atOnce = <A, E, R>(count: number, run: (index: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    run,
    { concurrency: "unbounded" }
  )

/**
 * Runs the effect with a clock that stands still at `millis`. Sleeping is real, so that an adapter's own timers work.
 */
export const at =
  (millis: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.clock, (clock) =>
      Effect.withClock(effect, {
        [Clock.ClockTypeId]: Clock.ClockTypeId,
        sleep: (duration) => clock.sleep(duration),
        unsafeCurrentTimeMillis: () => millis,
        unsafeCurrentTimeNanos: () => BigInt(millis) * 1_000_000n,
        currentTimeMillis: Effect.succeed(millis),
        currentTimeNanos: Effect.succeed(BigInt(millis) * 1_000_000n)
      })
    )

/** Runs work while the database is held. */
export const whileHeld = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(System.DatabaseState, ({ put, remove }) =>
    Effect.acquireUseRelease(
      put({ name: System.HOLD, value: true, updatedAt: instant() }),
      () => work,
      () => Effect.orDie(remove(System.HOLD))
    )
  )
