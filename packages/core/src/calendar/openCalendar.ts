import { type Context, Effect, Option, Stream } from "effect"
import { Actor, CurrentActor } from "../access/Actor.js"
import { requireBoard } from "../access/authorize.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { type CalendarTask, CalendarRepository } from "../calendarLink/CalendarRepository.js"
import { freshnessOf } from "../freshness/freshness.js"
import { Secrets } from "../ports/Secrets.js"
import type { BoardId } from "../values/ids.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import { forEachYielding, TASKS_PER_BATCH, yieldToEventLoop } from "../values/yieldPoint.js"
import { CALENDAR_END, calendarEvent, calendarHead } from "./icalendar.js"

/** A key as `Secrets.mint` makes it: what has another form needs no query. */
const KEY = /^[0-9a-f]{64}$/

type Calendars = Context.Tag.Service<CalendarRepository>

/** The events of a board's tasks, a page at a time. */
const eventsOf = (calendars: Calendars, boardId: BoardId) =>
  Stream.suspend(() => {
    // A task that is moved meanwhile may be on two pages.
    const sent = new Set<string>()
    return Stream.paginateEffect(null as CalendarTask | null, (after) =>
      Effect.gen(function* () {
        const page = yield* calendars.tasks(boardId, after, TASKS_PER_BATCH)
        const events: Array<string> = []
        yield* forEachYielding(page, (task) => {
          if (!sent.has(task.id)) events.push(calendarEvent(task))
          sent.add(task.id)
        })
        const last = page.length < TASKS_PER_BATCH ? undefined : page.at(-1)
        if (last !== undefined) yield* yieldToEventLoop
        return [events.join(""), Option.fromNullable(last)] as const
      })
    )
  })

/**
 * The calendar of a board, for the key of a link whose maker can read the board now. Its text is in the format iCalendar (RFC 5545),
 * an event for each task with a due date: the stream reads a page at a time. During concurrent changes a task that is moved,
 * created or deleted may be in it or not. `freshness`, read before the text, is none where it cannot be known.
 * Fails with the same `NotFound` for a key that is wrong, revoked, or of another board, and if its maker has lost the right, is
 * disabled or gone.
 */
export const openCalendar = Effect.fnUntraced(function* (id: string, key: string) {
  const calendars = yield* CalendarRepository
  const boards = yield* BoardRepository
  const missing = new NotFound({ thing: "Calendar", id })
  if (!KEY.test(key)) return yield* missing
  const link = Option.getOrNull(yield* calendars.findByHash(yield* (yield* Secrets).hash(key)))
  if (link === null || link.boardId !== id) return yield* missing
  const { boardId, userId } = link
  const asMaker = Effect.provideService(CurrentActor, Actor.User({ userId }))
  yield* requireBoard(boardId, "read the board").pipe(
    asMaker,
    Effect.catchTags({ NotFound: () => missing, Forbidden: () => missing })
  )
  const freshness = yield* Effect.option(asMaker(freshnessOf({ kind: "tasks", boardId })))
  const text = Effect.gen(function* () {
    const { name } = yield* boards.find(boardId).pipe(orNotFound("Calendar", id))
    const events = eventsOf(calendars, boardId)
    return Stream.concat(Stream.concat(Stream.make(calendarHead(name)), events), Stream.make(CALENDAR_END))
  })
  return { linkId: link.id, freshness, text }
})
