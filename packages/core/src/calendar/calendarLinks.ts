import { Effect } from "effect"
import { actingUser, requireUser } from "../access/Actor.js"
import { allowOnBoard, requireBoard, requireBoardChild } from "../access/authorize.js"
import { mayOnBoard } from "../access/policy.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { type CalendarLink, CalendarLinkId, CalendarRepository } from "../calendarLink/CalendarRepository.js"
import { transactOnce } from "../idempotency/transactOnce.js"
import { Ids } from "../ports/Ids.js"
import { Secrets } from "../ports/Secrets.js"
import { transactional } from "../ports/Transactor.js"
import { recordSecurityEvent } from "../security/recordSecurityEvent.js"
import { BoardId } from "../values/ids.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import { listed, PageInput, toSlice } from "../values/Page.js"
import { now } from "../values/Timestamp.js"
import { lockSession } from "../account/lockSession.js"

/** Most calendar links of one user to one board. */
export const MAX_CALENDAR_LINKS = 20

/** A calendar link as it is listed. */
export type ShownCalendarLink = Pick<CalendarLink, "id" | "userId" | "createdAt">

const shown = ({ createdAt, id, userId }: CalendarLink): ShownCalendarLink => ({ id, userId, createdAt })

const decodePage = decodeInput(PageInput)

const store = Effect.fnUntraced(function* (link: CalendarLink) {
  const { boardId, id, userId } = link
  const calendars = yield* CalendarRepository
  yield* lockSession
  // So that the links are counted one at a time.
  yield* (yield* BoardRepository).lock(boardId)
  yield* requireBoard(boardId, "read the board")
  const { total } = yield* calendars.list(boardId, userId, { page: 1, limit: 1, offset: 0 })
  if (total >= MAX_CALENDAR_LINKS)
    return yield* invalid(["calendarLinks"], `must be at most ${MAX_CALENDAR_LINKS} of one user and board`)
  yield* calendars.insert(link)
  yield* recordSecurityEvent("calendarLink.created", userId, id, { board: boardId })
  return { result: undefined, id, hasSecret: true }
})

/**
 * Makes a link to the calendar of a board. Whoever has its key can read the due dates of the tasks while the acting user can read
 * the board. Returns the key, which is not shown again.
 * Fails with `NotFound`, `Forbidden`, also for the operator, or `InvalidInput` for the 21st of the user's on the board.
 */
export const createCalendarLink = Effect.fnUntraced(function* (id: string) {
  const boardId = BoardId.make(id)
  yield* requireBoard(boardId, "read the board")
  const userId = yield* requireUser
  const { hash, token: key } = yield* (yield* Secrets).mint
  const linkId = CalendarLinkId.make(yield* (yield* Ids).next)
  const link: CalendarLink = { id: linkId, boardId, userId, hash, createdAt: yield* now }
  yield* transactOnce(store(link), () => ({ result: undefined, id: linkId, hasSecret: true }))
  return { calendarLink: shown(link), key }
})

/**
 * The acting user's links to the calendar of a board in order of creation, or for the operator and those who manage the board
 * everyone's. Fails with `InvalidInput`, `NotFound` or `Forbidden`.
 */
export const listCalendarLinks = Effect.fnUntraced(function* (id: string, input: PageInput = {}) {
  const slice = toSlice(yield* decodePage(input))
  const { boardId, standing } = yield* requireBoard(BoardId.make(id), "read the board")
  const userId = yield* actingUser
  const maker = mayOnBoard(standing, "manage the board") ? null : userId
  const { items, total } = yield* (yield* CalendarRepository).list(boardId, maker, slice)
  return listed(slice, { items: items.map(shown), total })
})

/**
 * Revokes a link to the calendar of a board, with the next request on every instance: for its maker, and those who manage the
 * board. Fails with `NotFound` for the board or the link, or `Forbidden`.
 */
export const deleteCalendarLink = (id: string, linkId: string) =>
  transactional(
    Effect.gen(function* () {
      const calendars = yield* CalendarRepository
      const boardId = BoardId.make(id)
      const found = calendars.find(boardId, CalendarLinkId.make(linkId)).pipe(orNotFound("Calendar link", linkId))
      const { access, child: link } = yield* requireBoardChild(boardId, "read the board", found)
      if (link.userId !== (yield* actingUser)) yield* allowOnBoard(access, "manage the board")
      if (!(yield* calendars.remove(link.id))) return yield* new NotFound({ thing: "Calendar link", id: linkId })
      yield* recordSecurityEvent("calendarLink.revoked", link.userId, link.id, { board: boardId })
    })
  )
