import { Account, AccountDeletion, Board, Calendar, Ports, Task, Trash } from "@boardwright/core"
import { givenBoard, givenTask } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { afterNoon, as, asOperator, givenTeam, refused, story, stored, writingNothing } from "../support.js"

const read = Effect.fnUntraced(function* (boardId: string, key: string) {
  const { text } = yield* Calendar.openCalendar(boardId, key)
  return yield* Stream.mkString(yield* text)
})

const given = Effect.gen(function* () {
  const team = yield* givenTeam
  const due = yield* givenTask(team, { name: "Dig", dueDate: afterNoon(0) })
  const { calendarLink, key } = yield* as(team.viewer)(Calendar.createCalendarLink(team.boardId))
  return { ...team, due, key, link: calendarLink, isDead: refused(read(team.boardId, key)) }
})

const summaries = (text: string) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, name]) => name)

describe("a calendar link", () => {
  story("shows the board's tasks with a due date, and nothing of other boards", function* () {
    const { boardId, due, key, viewer, ...team } = yield* given
    yield* givenTask(yield* givenBoard(), { name: "Elsewhere", dueDate: afterNoon(0) })
    const gone = yield* givenTask({ ...team, board: team.board }, { name: "Gone", dueDate: afterNoon(0) })
    yield* as(team.editor)(Task.deleteTask(gone.id))
    yield* givenTask(team, { name: "Undated" })
    const text = yield* writingNothing(read(boardId, key))
    assert.deepStrictEqual(summaries(text), ["Dig"])
    assert.include(text, `UID:${due.id}@boardwright\r\n`)
    for (const secret of [key, viewer, due.groupId]) assert.notInclude(text, secret)
  })

  story("has each task once, although one is moved while it is read", function* () {
    const { boardId, editor, key, ...team } = yield* given
    const create = (at: number) => Task.createTask({ boardId, name: `Task ${at}`, dueDate: "2027-03-01" })
    const tasks = yield* as(editor)(Effect.forEach(Array.from({ length: 600 }).keys(), create))
    const move = as(editor)(Task.moveTask(tasks[0]?.id ?? "", { groupId: team.groups[0].id }))
    const { text } = yield* Calendar.openCalendar(boardId, key)
    let parts = 0
    const moving = Stream.tap(yield* text, () => Effect.suspend(() => Effect.when(move, () => ++parts === 2)))
    const found = summaries(yield* Stream.mkString(moving))
    assert.isAbove(parts, 3)
    assert.deepStrictEqual([found.length, new Set(found).size], [601, 601])
  })

  story("is stored by its hash, and in the security log of its maker, without the key", function* () {
    const { admin, boardId, key, link, viewer } = yield* given
    assert.deepStrictEqual(link, { id: link.id, userId: viewer, createdAt: afterNoon(0) })
    const { hash } = yield* Effect.map(stored, ({ calendarLinks }) => ({ hash: [...calendarLinks.values()][0]?.hash }))
    assert.strictEqual(hash, yield* Effect.flatMap(Ports.Secrets, (secrets) => secrets.hash(key)))
    yield* as(admin)(Calendar.deleteCalendarLink(boardId, link.id))
    const { items } = yield* asOperator(Account.listSecurityEvents({ user: viewer }))
    assert.deepStrictEqual(
      items.map(({ actorId, detail, subjectId, type }) => [type, actorId, subjectId, detail]),
      [
        ["calendarLink.revoked", admin, link.id, { board: boardId }],
        ["calendarLink.created", viewer, link.id, { board: boardId }]
      ]
    )
    assert.notInclude(JSON.stringify(yield* Effect.map(stored, (state) => [...state.securityEvents.values()])), key)
  })

  story("is dead for another board, another key, and once it is revoked", function* () {
    const { boardId, isDead, key, link, viewer } = yield* given
    const other = yield* givenBoard()
    for (const [id, text] of [
      [other.board.id, key],
      ["nothing", key],
      [boardId, "0".repeat(64)],
      [boardId, `${key}0`],
      [boardId, ""]
    ] as const)
      assert.strictEqual(yield* refused(read(id, text)), "NotFound Calendar")
    yield* as(viewer)(Calendar.deleteCalendarLink(boardId, link.id))
    assert.strictEqual(yield* isDead, "NotFound Calendar")
  })

  story("has the rights that its maker has now", function* () {
    const { admin, boardId, isDead, key, viewer } = yield* given
    yield* as(admin)(Board.removeMember(boardId, viewer))
    assert.strictEqual(yield* isDead, "NotFound Calendar")
    const { invitation } = yield* as(admin)(Board.inviteMember(boardId, { userId: viewer, role: "viewer" }))
    yield* read(boardId, key)
    yield* as(viewer)(Board.acceptInvitation(invitation.id))
    yield* asOperator(Account.disableAccount(viewer))
    assert.strictEqual(yield* isDead, "NotFound Calendar")
    yield* asOperator(Account.enableAccount(viewer))
    yield* read(boardId, key)
    yield* asOperator(AccountDeletion.deleteAccount(viewer))
    assert.strictEqual((yield* stored).calendarLinks.size, 0)
    assert.strictEqual(yield* isDead, "NotFound Calendar")
  })

  story("rests while the board is in the trash, and ends with the board", function* () {
    const { admin, boardId, isDead, key, workspace } = yield* given
    const trashed = Effect.gen(function* () {
      yield* as(admin)(Board.deleteBoard(boardId))
      const { items } = yield* asOperator(Trash.listTrash({ workspaceId: workspace.id }))
      assert.strictEqual(yield* isDead, "NotFound Calendar")
      return items[0]?.id ?? ""
    })
    yield* as(admin)(Trash.restoreDeletion(yield* trashed))
    yield* read(boardId, key)
    yield* as(admin)(Trash.purgeDeletion(yield* trashed))
    yield* Trash.purgeTrash
    assert.strictEqual((yield* stored).calendarLinks.size, 0)
  })

  story("ends with signing out everywhere that includes tokens", function* () {
    const { isDead, boardId, key, viewer } = yield* given
    yield* as(viewer)(Account.signOutEverywhere())
    yield* read(boardId, key)
    yield* as(viewer)(Account.signOutEverywhere({ tokens: true }))
    assert.strictEqual(yield* isDead, "NotFound Calendar")
  })
})

describe("the calendar links of a board", () => {
  story("are made by those who can read it, at most 20 each", function* () {
    const { boardId, editor, stranger, viewer } = yield* given
    const create = Calendar.createCalendarLink(boardId)
    assert.strictEqual(yield* refused(as(stranger)(create)), "Forbidden")
    assert.strictEqual(yield* refused(asOperator(create)), "Forbidden")
    assert.strictEqual(yield* refused(as(viewer)(Calendar.createCalendarLink("nothing"))), "NotFound Board")
    for (let made = 1; made < Calendar.MAX_CALENDAR_LINKS; made++) yield* as(viewer)(create)
    assert.strictEqual(yield* refused(as(viewer)(create)), "InvalidInput calendarLinks")
    yield* as(editor)(create)
  })

  story("are listed and revoked by their makers, and by those who manage the board", function* () {
    const { admin, boardId, editor, link, owner, stranger } = yield* given
    const other = (yield* as(editor)(Calendar.createCalendarLink(boardId))).calendarLink
    const listed = Effect.map(Calendar.listCalendarLinks(boardId), ({ items }) => items)
    assert.deepStrictEqual(yield* as(editor)(listed), [other])
    for (const all of [as(admin)(listed), as(owner)(listed), asOperator(listed)])
      assert.sameDeepMembers([...(yield* all)], [link, other])
    const revoke = Calendar.deleteCalendarLink(boardId, link.id)
    assert.strictEqual(yield* refused(as(stranger)(listed)), "Forbidden")
    assert.strictEqual(yield* refused(as(stranger)(revoke)), "Forbidden")
    assert.strictEqual(yield* refused(as(editor)(revoke)), "Forbidden")
    const { board } = yield* givenBoard()
    assert.strictEqual(
      yield* refused(asOperator(Calendar.deleteCalendarLink(board.id, link.id))),
      "NotFound Calendar link"
    )
    yield* as(owner)(revoke)
    assert.strictEqual(yield* refused(as(owner)(revoke)), "NotFound Calendar link")
    assert.deepStrictEqual(yield* as(admin)(listed), [other])
  })
})
