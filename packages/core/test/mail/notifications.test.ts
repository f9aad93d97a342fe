import { Account, Board, Change, Mail, Notification, System, Task, Values } from "@boardwright/core"
import { aTask, RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Struct, TestClock } from "effect"
import { as, asOperator, givenTeam, HOUR, MINUTE, mailedToken, NOON, refused, story, stored } from "../support.js"
import { notifying } from "./support.js"

const given = Effect.gen(function* () {
  const team = yield* givenTeam
  const create = (name: string, assignees: ReadonlyArray<string>, dueDate: string | null = null) =>
    notifying(as(team.editor)(Task.createTask({ boardId: team.boardId, name, assignees, dueDate })))
  return { ...team, create }
})

/** Two minutes later: the mails that were sent until then. */
const mailsAfter = Effect.fnUntraced(function* (millis = 2 * MINUTE) {
  yield* TestClock.adjust(millis)
  while ((yield* Mail.deliverMail()) > 0);
  return yield* (yield* RecordingMailer).sent
})

const isClear = Effect.gen(function* () {
  const { mailJobs, notifications } = yield* stored
  assert.deepStrictEqual([mailJobs.size, notifications.size], [0, 0])
})

describe("mails about tasks", () => {
  story("are not queued unless the operator turns them on", function* () {
    const { boardId, editor, viewer } = yield* given
    yield* as(editor)(Task.createTask({ boardId, name: "Paint", assignees: [viewer] }))
    yield* isClear
  })

  story("tell of assignments and mentions within two minutes in one mail, and never of one's own", function* () {
    const { admin, create, editor, viewer } = yield* given
    const { id } = yield* create("Paint the fence", [viewer, editor])
    assert.isEmpty(yield* mailsAfter(MINUTE))
    yield* notifying(as(admin)(Task.addComment(id, { content: "Blue?", mentions: [viewer, admin] })))
    yield* notifying(as(admin)(Task.updateTask(id, { assignees: [viewer, editor] })))
    yield* create("Cut the grass", [viewer])
    const [mail, ...others] = yield* mailsAfter(MINUTE)
    assert.isEmpty(others)
    assert.strictEqual(mail?.subject, "3 updates for you")
    assert.match(mail?.text ?? "", /- Ada Lovelace assigned you to "Paint the fence", on the board "[^"]+"\n/)
    assert.match(mail?.text ?? "", /- Ada Lovelace mentioned you in a comment on "Paint the fence"/)
    assert.include(mail?.text, '"Cut the grass"')
    assert.match(mail?.text ?? "", /\/account\?board=[^&\s]+\s/)
    yield* isClear
  })

  story("lead to the task if they are about one", function* () {
    const { admin, boardId, create, viewer } = yield* given
    const { id } = yield* create("Paint the fence", [viewer])
    yield* notifying(as(admin)(Task.addComment(id, { content: "Blue?", mentions: [viewer] })))
    const [mail] = yield* mailsAfter()
    assert.include(mail?.text, `https://app.example.test/account?board=${boardId}&task=${id}`)
  })

  story("are not sent to a user who may not read the board any more", function* () {
    const { admin, boardId, create, viewer } = yield* given
    yield* create("Paint", [viewer])
    yield* as(admin)(Board.removeMember(boardId, viewer))
    assert.isEmpty(yield* mailsAfter())
    yield* isClear
  })

  story("leave out tasks that are deleted or assigned to others since, and kinds that the user refused", function* () {
    const { create, editor, viewer } = yield* given
    const [first, second, third] = [yield* create("A", [viewer]), yield* create("B", [viewer]), yield* create("C", [])]
    yield* as(editor)(Task.deleteTask(first.id))
    yield* as(editor)(Task.updateTask(second.id, { assignees: [] }))
    yield* notifying(as(editor)(Task.addComment(third.id, { content: "Hi", mentions: [viewer] })))
    yield* as(viewer)(Account.updateProfile({ notifications: { mentioned: false } }))
    assert.isEmpty(yield* mailsAfter())
    yield* isClear
  })

  story("have one line for the tasks of a new board", function* () {
    const { boardId, create, editor, owner, viewer } = yield* given
    for (const name of ["A", "B", "C"]) yield* create(name, [viewer, editor])
    yield* mailsAfter()
    yield* notifying(as(owner)(Board.getBoard(boardId)))
    const changes = { tasks: { from: null, to: 3 } }
    const observe = yield* Effect.provide(Change.ChangeObserver, Notification.notifying)
    const { board } = yield* givenTeam
    const [change] = (yield* stored).feed.changes
    assert.isDefined(change)
    assert.isNotNull(observe)
    if (change === undefined || observe === null) return
    yield* observe([{ ...change, type: "board.created", boardId, taskId: null, fields: changes, actorId: owner }])
    const sent = (yield* mailsAfter()).filter(({ text }) => text.includes("3 tasks"))
    assert.strictEqual(sent.length, 2)
    assert.isNotEmpty(board.id)
  })

  story("are put off over the hourly limit, and then are one", function* () {
    const { create, viewer } = yield* given
    for (let at = 0; at < 5; at++) {
      yield* create(`Early ${at}`, [viewer])
      assert.strictEqual((yield* mailsAfter()).length, at + 1)
    }
    yield* create("Late", [viewer])
    assert.strictEqual((yield* mailsAfter()).length, 5)
    yield* create("Later", [viewer])
    const dueAt = [...(yield* stored).mailJobs.values()].map(({ job }) => Values.Timestamp.toMillis(job.dueAt))
    const checked = Effect.map(System.checkReadiness(), ({ checks }) => checks.mail)
    for (const time of [-MINUTE / 2, 0, 10 * MINUTE]) {
      yield* TestClock.setTime((dueAt[0] ?? 0) + time)
      assert.strictEqual(yield* checked, "ok")
    }
    yield* TestClock.adjust(1)
    assert.strictEqual(yield* checked, "late")
    assert.strictEqual((yield* mailsAfter()).length, 6)
    yield* isClear
  })

  story("are sent again after a failure, and later ones in the next mail", function* () {
    const { create, viewer } = yield* given
    yield* create("First", [viewer])
    yield* (yield* RecordingMailer).failNext(1)
    assert.isEmpty(yield* mailsAfter())
    yield* create("Second", [viewer])
    const mails = yield* mailsAfter()
    assert.deepStrictEqual(mails.map(Struct.get("subject")), ["2 updates for you"])
    yield* isClear
  })

  story("have a link that ends them without signing in, as often as it is used", function* () {
    const { create, viewer } = yield* given
    yield* create("Paint", [viewer])
    const [mail] = yield* mailsAfter()
    const token = yield* mailedToken(mail?.to ?? "")
    assert.strictEqual(mail?.unsubscribe, `https://api.example.test/api/auth/unsubscribe?token=${token}`)
    assert.include(mail?.text, `https://app.example.test/unsubscribe?token=${token}`)
    for (let time = 0; time < 2; time++) yield* Account.unsubscribe(token)
    const { notifications } = yield* as(viewer)(Account.getProfile())
    assert.deepStrictEqual(notifications, { assigned: false, mentioned: false, due: false })
    yield* create("Cut", [viewer])
    assert.strictEqual((yield* mailsAfter()).length, 1)
    for (const wrong of ["", token.slice(1)]) {
      assert.strictEqual(yield* refused(Account.unsubscribe(wrong)), "InvalidEmailToken")
    }
    yield* as(viewer)(Account.updateProfile({ notifications: { assigned: null } }))
    yield* create("Mow", [viewer])
    assert.strictEqual((yield* mailsAfter()).length, 2)
  })

  story("are not sent to a disabled account", function* () {
    const { create, viewer } = yield* given
    yield* create("Paint", [viewer])
    yield* asOperator(Account.disableAccount(viewer))
    assert.isEmpty(yield* mailsAfter())
    yield* isClear
  })
})

describe("a mail about tasks that cannot be sent", () => {
  story("is given up after 48 hours without what came meanwhile, which is tried for as long again", function* () {
    const { create, viewer } = yield* given
    const { failNext, sent } = yield* RecordingMailer
    yield* create("Paint the fence", [viewer])
    yield* failNext(10_000)
    const job = Effect.map(stored, ({ mailJobs }) => [...mailJobs.values()][0]?.job)
    const first = yield* job
    const end = NOON + 48 * HOUR
    yield* TestClock.setTime(end - 5 * MINUTE)
    yield* create("Mow the lawn", [viewer])
    for (let next = first; next?.createdAt === first?.createdAt; next = yield* job) {
      const due = Values.Timestamp.toMillis(next?.dueAt ?? assert.fail("no job"))
      yield* TestClock.setTime(Math.max(due, yield* Clock.currentTimeMillis))
      yield* Mail.deliverMail()
    }
    assert.isAtLeast(yield* Clock.currentTimeMillis, end - MINUTE)
    yield* failNext(0)
    yield* mailsAfter()
    assert.deepStrictEqual(
      (yield* sent).map(({ subject }) => /"(.*?)"/.exec(subject)?.[1]),
      ["Mow the lawn"]
    )
    yield* isClear
  })
})

describe("remindOfDueTasks", () => {
  const TOMORROW = "2026-03-02T00:00:00.000Z"

  story("tells at 8:00 of the user's time zone, once a day, of tasks that are due tomorrow and not done", function* () {
    const { boardId, create, editor, groups, viewer } = yield* given
    yield* as(viewer)(Account.updateProfile({ timezone: "America/New_York" }))
    yield* create("Paint", [viewer, editor], TOMORROW)
    yield* create("Later", [viewer], "2026-03-03T00:00:00.000Z")
    const tasks = yield* Task.TaskRepository
    const done = aTask({
      boardId,
      groupId: groups[0].id,
      assignees: [viewer],
      dueDate: TOMORROW as never,
      status: "done"
    })
    yield* tasks.insert([done])
    yield* mailsAfter()
    const sentSince = Effect.fnUntraced(function* (hour: number) {
      const before = (yield* (yield* RecordingMailer).sent).length
      yield* TestClock.setTime(NOON + hour * HOUR)
      yield* Effect.all([Notification.remindOfDueTasks, Notification.remindOfDueTasks], { concurrency: "unbounded" })
      return (yield* mailsAfter(0)).slice(before)
    })
    assert.isEmpty(yield* sentSince(0.9))
    const [mail, ...others] = yield* sentSince(1)
    assert.isEmpty(others)
    assert.match(mail?.subject ?? "", /^Due tomorrow: "Paint", on the board /)
    assert.isEmpty(yield* sentSince(2))
    assert.isEmpty(yield* sentSince(24))
  })

  story("tells nobody that a task is due tomorrow once that day has begun", function* () {
    const { create, viewer } = yield* given
    yield* create("Paint", [viewer], TOMORROW)
    yield* mailsAfter()
    const before = (yield* (yield* RecordingMailer).sent).length
    yield* TestClock.setTime(NOON - 3 * HOUR)
    yield* Notification.remindOfDueTasks
    yield* TestClock.setTime(NOON + 13 * HOUR)
    assert.lengthOf(yield* mailsAfter(0), before)
  })

  story("tells each user of all tasks, also of those beyond the first 1,000 assignments", function* () {
    const { boardId, editor, groups, viewer } = yield* given
    const place = {
      boardId,
      groupId: groups[0].id,
      assignees: [viewer, editor],
      dueDate: "2026-03-03T00:00:00.000Z" as never
    }
    yield* (yield* Task.TaskRepository).insert(Array.from({ length: 600 }, () => aTask(place)))
    yield* TestClock.setTime(NOON + 21 * HOUR)
    yield* Notification.remindOfDueTasks
    const told = [...(yield* stored).notifications.values()].map(({ userId }) => userId)
    assert.deepStrictEqual(
      [viewer, editor].map((user) => told.filter((userId) => userId === user).length),
      [600, 600]
    )
  })
})
