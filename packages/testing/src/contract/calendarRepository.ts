import { Account, type Board, Calendar, type Task, Trash } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import {
  aDeletion,
  fresh,
  givenBoard,
  givenCalendarLink,
  givenTask,
  instant,
  rankAt,
  removeWhole,
  wholeList
} from "../fixtures.js"
import type { GivenBoardNeeds } from "./Needs.js"
import { contract, type Suite } from "./Suite.js"
import { AWKWARD_TEXTS, atOnce, dies, isNone, lists, pick, valueOf, someone } from "./support.js"

const accounts = Effect.serviceFunctions(Account.AccountRepository)
const calendars = Effect.serviceFunctions(Calendar.CalendarRepository)
const trash = Effect.serviceFunctions(Trash.TrashRepository)

const shown = ({
  description,
  dueDate,
  id,
  name,
  rank,
  status,
  updatedAt
}: Task.PlacedTask): Calendar.CalendarTask => ({
  ...{ id, rank, name, description, status, dueDate, updatedAt }
})

/** The contract of `CalendarRepository`. */
export const calendarRepositorySuite: Suite<
  GivenBoardNeeds | Calendar.CalendarRepository | Task.TaskRepository | Trash.TrashRepository
> = (it) => {
  it("finds a link by its hash, unless the account of its maker is disabled, and by its id under its board", function* () {
    const userId = yield* someone
    const [own, ofHost] = [yield* givenCalendarLink({ userId }), yield* givenCalendarLink()]
    for (const link of [own, ofHost]) {
      assert.deepStrictEqual(valueOf(yield* calendars.findByHash(link.hash)), link)
      assert.deepStrictEqual(valueOf(yield* calendars.find(link.boardId, link.id)), link)
    }
    isNone(yield* calendars.findByHash(fresh("hash")))
    isNone(yield* calendars.find(ofHost.boardId, own.id))
    isNone(yield* calendars.find(own.boardId, fresh("link") as Calendar.CalendarLinkId))
    yield* accounts.disable(userId, instant())
    isNone(yield* calendars.findByHash(own.hash))
    yield* accounts.enable(userId)
    assert.deepStrictEqual(valueOf(yield* calendars.findByHash(own.hash)), own)
  })

  it("refuses a taken id, a taken hash, and a board that does not exist", function* () {
    const link = yield* givenCalendarLink()
    yield* dies(givenCalendarLink({ id: link.id }))
    yield* dies(givenCalendarLink({ hash: link.hash }))
    yield* dies(givenCalendarLink({ boardId: fresh("board") as Board.BoardId }))
  })

  it("lists the links to a board, of one maker, and of a maker everywhere, in order of creation, ties by id", function* () {
    const { board } = yield* givenBoard()
    const [userId, boardId] = [yield* someone, board.id]
    const second = yield* givenCalendarLink({ userId, boardId, id: `${fresh("a")}b` as Calendar.CalendarLinkId })
    const first = yield* givenCalendarLink({ userId, boardId, id: second.id.slice(0, -1) as Calendar.CalendarLinkId })
    const last = yield* givenCalendarLink({ userId, boardId, createdAt: instant(2) })
    const theirs = yield* givenCalendarLink({ boardId, createdAt: instant(1) })
    const elsewhere = yield* givenCalendarLink({ userId, createdAt: instant(3) })
    yield* lists((slice) => calendars.list(boardId, null, slice), [first, second, theirs, last])
    yield* lists((slice) => calendars.list(boardId, userId, slice), [first, second, last])
    yield* lists((slice) => calendars.listOf(userId, slice), [first, second, last, elsewhere])
  })

  it("removes a link once, and those of a maker", function* () {
    const { board } = yield* givenBoard()
    const userId = yield* someone
    const [gone, , theirs] = [
      yield* givenCalendarLink({ userId, boardId: board.id }),
      yield* givenCalendarLink({ userId }),
      yield* givenCalendarLink({ boardId: board.id })
    ]
    const removed = yield* atOnce(10, () => calendars.remove(gone.id))
    assert.deepStrictEqual(removed.filter(Boolean), [true])
    isNone(yield* calendars.findByHash(gone.hash))
    yield* calendars.removeOf(userId)
    assert.strictEqual((yield* calendars.listOf(userId, wholeList)).total, 0)
    assert.deepStrictEqual((yield* calendars.list(board.id, null, wholeList)).items, [theirs])
  })

  it("keeps the links to a board in the trash, and removes those to one that is removed for good", function* () {
    const [kept, other] = [yield* givenBoard(), yield* givenBoard()]
    const link = yield* givenCalendarLink({ boardId: kept.board.id })
    const gone = yield* givenCalendarLink({ boardId: other.board.id })
    const deletion = aDeletion(kept.board)
    yield* trash.put(deletion, false)
    yield* removeWhole(aDeletion(other.board))
    assert.deepStrictEqual(valueOf(yield* calendars.findByHash(link.hash)), link)
    isNone(yield* calendars.findByHash(gone.hash))
    yield* trash.restore(deletion)
    assert.deepStrictEqual((yield* calendars.list(kept.board.id, null, wholeList)).items, [link])
  })

  it("reads the tasks of a board page by page in order of rank, with and without a due date", function* () {
    const on = yield* givenBoard()
    yield* givenTask(yield* givenBoard(), { dueDate: instant(1) })
    const text = AWKWARD_TEXTS[0] ?? ""
    const second = yield* givenTask(on, { rank: rankAt(2), dueDate: instant(5), description: text })
    const first = yield* givenTask(on, { rank: rankAt(1), name: text, status: "Ünï", updatedAt: instant(9) })
    const gone = yield* givenTask(on, { rank: rankAt(3), dueDate: instant(1) })
    const third = yield* givenTask(on, { rank: rankAt(3), dueDate: instant(7) })
    yield* trash.put(aDeletion(on.board, { kind: "task", subjectId: gone.id }), false)
    const all = [first, second, third].map(shown)
    assert.deepStrictEqual(yield* calendars.tasks(on.board.id, null, 10), all)
    assert.deepStrictEqual(yield* calendars.tasks(on.board.id, null, 2), pick(all, [0, 1]))
    assert.deepStrictEqual(yield* calendars.tasks(on.board.id, second, 2), pick(all, [2]))
    assert.deepStrictEqual(yield* calendars.tasks(fresh("board") as Board.BoardId, null, 2), [])
  })
}

/** Runs the suite on an adapter. */
export const calendarRepositoryContract = contract("CalendarRepository", calendarRepositorySuite)
