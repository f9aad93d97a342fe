import { Account, Notification, Task } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aTask, fresh, givenAccount, givenBoard, instant } from "../fixtures.js"
import type { GivenBoardNeeds } from "./Needs.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, someone } from "./support.js"

const notifications = Effect.serviceFunctions(Notification.NotificationRepository)
const tasks = Effect.serviceFunctions(Task.TaskRepository)

const DAY = 24 * 60
const [FROM, UNTIL] = [instant(50 * DAY), instant(51 * DAY)]

const aNotification = (
  overrides: Partial<Notification.Notification> & Pick<Notification.Notification, "userId" | "boardId">
): Notification.Notification => ({
  id: fresh("notification"),
  kind: "assigned",
  taskId: null,
  tasks: 1,
  actorId: null,
  createdAt: instant(),
  ...overrides
})

const givenTask = Effect.fnUntraced(function* (overrides: Partial<Task.PlacedTask> = {}) {
  const { board, groups } = yield* givenBoard()
  const task = aTask({ boardId: board.id, groupId: groups[0].id, ...overrides })
  yield* tasks.insert([task])
  return { board, task }
})

/** The contract of `NotificationRepository`. */
export const notificationRepositorySuite: Suite<
  GivenBoardNeeds | Notification.NotificationRepository | Task.TaskRepository
> = (it) => {
  it("lists a user's notifications, oldest first, with the names of now", function* () {
    const userId = yield* someone
    const { board, task } = yield* givenTask({ assignees: [userId] })
    const of = { userId, boardId: board.id, taskId: task.id }
    const first = aNotification({ ...of, kind: "mentioned", actorId: fresh("user") as Account.UserId })
    const second = aNotification({ ...of, kind: "due", createdAt: instant(1) })
    const third = aNotification({ userId, boardId: board.id, tasks: 10_000, createdAt: instant(2) })
    const theirs = aNotification({ ...of, userId: yield* someone })
    yield* notifications.insert([third, second, first, theirs])
    const names = { taskName: task.name, boardName: board.name }
    const listed = yield* notifications.list(userId, 9)
    assert.deepStrictEqual(listed, [
      { ...first, ...names },
      { ...second, ...names },
      { ...third, ...names, taskName: null }
    ])
    assert.deepStrictEqual(yield* notifications.list(userId, 1), listed.slice(0, 1))
    yield* notifications.remove([first.id, third.id, fresh("gone")])
    yield* notifications.remove([])
    assert.deepStrictEqual(yield* notifications.list(userId, 9), listed.slice(1, 2))
  })

  it("has no name of a task that is gone or no longer assigned, and of a board that is gone", function* () {
    const userId = yield* someone
    const { board, task } = yield* givenTask()
    const of = { userId, boardId: board.id }
    yield* notifications.insert([
      aNotification({ ...of, taskId: task.id }),
      aNotification({ ...of, taskId: task.id, kind: "mentioned", createdAt: instant(1) }),
      aNotification({ ...of, taskId: fresh("task") as Task.TaskId, kind: "mentioned", createdAt: instant(2) }),
      aNotification({ userId, boardId: fresh("board") as typeof board.id, createdAt: instant(3) })
    ])
    const listed = yield* notifications.list(userId, 9)
    assert.deepStrictEqual(
      listed.map(({ boardName, taskName }) => [taskName, boardName]),
      [
        [null, board.name],
        [task.name, board.name],
        [null, board.name],
        [null, null]
      ]
    )
  })

  it("the removal of an account removes its notifications", function* () {
    const [gone, kept] = [yield* someone, yield* someone]
    const { board } = yield* givenTask()
    const of = { boardId: board.id }
    yield* notifications.insert([gone, kept].map((userId) => aNotification({ ...of, userId, actorId: gone })))
    yield* (yield* Account.AccountRepository).remove(gone)
    assert.isEmpty(yield* notifications.list(gone, 9))
    assert.lengthOf(yield* notifications.list(kept, 9), 1)
  })

  it("counts the tasks of a board by assignee", function* () {
    const [ada, eve] = [yield* givenAccount(), yield* givenAccount()]
    const { board, task } = yield* givenTask({ assignees: [ada.id, eve.id] })
    yield* tasks.insert([aTask({ boardId: board.id, groupId: task.groupId, assignees: [eve.id] })])
    yield* givenTask({ assignees: [ada.id] })
    const counts = yield* notifications.countAssigned(board.id)
    assert.deepStrictEqual(
      new Map(counts.map((each) => [each.userId, each.tasks])),
      new Map([
        [ada.id, 1],
        [eve.id, 2]
      ])
    )
  })

  it("finds tasks that are due and not done, of accounts in the time zone that were not reminded", function* () {
    const timezone = fresh("zone")
    const given = (overrides: Partial<Account.Account> = {}) => givenAccount({ timezone, ...overrides })
    const [ada, eve] = [yield* given(), yield* given()]
    const others = [yield* givenAccount(), yield* given({ disabledAt: instant() }), yield* given({ verifiedAt: null })]
    const assignees = [ada, eve, ...others].map(({ id }) => id)
    const { board, task } = yield* givenTask({ assignees, dueDate: FROM })
    for (const overrides of [
      { dueDate: UNTIL },
      { dueDate: instant(-1) },
      { dueDate: null },
      { dueDate: FROM, status: "Done" }
    ])
      yield* givenTask({ assignees, ...overrides })
    const due = (day: string, limit = 9) => notifications.findDue(timezone, day, FROM, UNTIL, limit)
    const expected = [ada, eve].map(({ id }) => ({ userId: id, taskId: task.id, boardId: board.id }))
    expected.sort((a, b) => (a.userId < b.userId ? -1 : 1))
    assert.deepStrictEqual(yield* due("2027-03-01"), expected)
    assert.deepStrictEqual(yield* due("2027-03-01", 1), expected.slice(0, 1))
    const marked = yield* atOnce(10, () => notifications.markReminded(ada.id, "2027-03-01"))
    assert.deepStrictEqual(marked.filter(Boolean), [true])
    assert.isFalse(yield* notifications.markReminded(ada.id, "2027-02-28"))
    assert.isFalse(yield* notifications.markReminded(fresh("user") as Account.UserId, "2027-03-01"))
    assert.deepStrictEqual(
      yield* due("2027-03-01"),
      expected.filter(({ userId }) => userId === eve.id)
    )
    assert.deepStrictEqual(yield* due("2027-03-02"), expected)
  })

  it("lists the time zones of accounts, each once", function* () {
    const timezone = fresh("zone")
    yield* givenAccount({ timezone })
    yield* givenAccount({ timezone })
    yield* givenAccount()
    const all = yield* Effect.flatMap(Notification.NotificationRepository, (repository) => repository.timezones)
    assert.strictEqual(all.filter((each) => each === timezone).length, 1)
    assert.strictEqual(all.filter((each) => each === null).length, 1)
  })
}

/** Runs the suite on an adapter. */
export const notificationRepositoryContract = contract("NotificationRepository", notificationRepositorySuite)
