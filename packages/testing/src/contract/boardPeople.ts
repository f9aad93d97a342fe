import { type Account, Board, Change, Task, Trash } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import {
  aChange,
  aColumn,
  aComment,
  aDeletion,
  anInvitation,
  aTimeEntry,
  fresh,
  givenBoard,
  type GivenBoard,
  givenTask,
  instant,
  rankAt,
  wholeList
} from "../fixtures.js"
import type { BoardNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"
import { lists, someone, join } from "./support.js"

const boards = Effect.serviceFunctions(Board.BoardRepository)
const invitations = Effect.serviceFunctions(Board.InvitationRepository)
const tasks = Effect.serviceFunctions(Task.TaskRepository)

/** The change by which a member was removed, and one of another type. */
const removed = Effect.fnUntraced(function* ({ board, workspace }: GivenBoard, userId: Account.UserId) {
  const { append } = yield* Change.ChangeRepository
  const place = { workspaceId: workspace.id, boardId: board.id, taskId: null }
  const other = yield* someone
  yield* append([
    aChange({ ...place, type: "member.removed", subjectId: userId }),
    aChange({ ...place, type: "member.updated", subjectId: other })
  ])
})

/** People on tasks: an assignee, an author of a comment and one of a time entry. */
const givenWork = Effect.fnUntraced(function* (on: GivenBoard) {
  const [assignee, author, timed] = yield* Effect.all([someone, someone, someone])
  const task = yield* givenTask(on, { assignees: [assignee] })
  for (let time = 0; time < 2; time++) {
    yield* tasks.insertComment(aComment({ taskId: task.id, userId: author }))
    yield* tasks.insertTimeEntry(aTimeEntry({ taskId: task.id, userId: timed }))
  }
  return { task, people: [assignee, author, timed] }
})

/** The contract of `people` in `BoardRepository`. */
export const peopleTests: Suite<BoardNeeds> = (it) => {
  it("lists everyone who appears on a board, each once, members first", function* () {
    const on = yield* givenBoard()
    const { people } = yield* givenWork(on)
    const [viewer, admin, editor] = yield* Effect.all([someone, someone, someone])
    const [invited, addressed, former] = yield* Effect.all([someone, someone, someone])
    for (const [userId, role] of [
      [viewer, "viewer"],
      [admin, "admin"],
      [editor, "editor"]
    ] as const)
      yield* join(on.board.id, userId, role)
    const boardId = on.board.id
    yield* invitations.invite(anInvitation({ boardId, userId: invited }))
    const expiresAt = instant(60)
    yield* invitations.offer({ ...anInvitation({ boardId, userId: addressed, expiresAt }), email: "eve@example.com" })
    const declined = yield* invitations.invite(anInvitation({ boardId, userId: yield* someone }))
    yield* invitations.close(declined.id, "declined")
    yield* removed(on, former)
    yield* removed(on, editor)
    yield* lists(
      (slice) => boards.people(boardId, slice),
      [
        { userId: admin, as: "admin" },
        { userId: editor, as: "editor" },
        { userId: viewer, as: "viewer" },
        { userId: on.workspace.ownerId, as: "owner" },
        { userId: invited, as: "invited" },
        ...[...people, former].toSorted().map((userId) => ({ userId, as: "none" as const }))
      ]
    )
  })

  it("lists a member of another board of the workspace if a column of people names them", function* () {
    const on = yield* givenBoard()
    const next = yield* givenBoard({ workspace: on.workspace })
    const beyond = yield* givenBoard()
    const [one, listed, noted, trashed, stranger] = yield* Effect.all([someone, someone, someone, someone, someone])
    for (const userId of [one, listed, noted, trashed]) yield* join(next.board.id, userId, "editor")
    yield* join(beyond.board.id, stranger, "editor")
    const [people, notes] = [aColumn({ type: "Person", rank: rankAt(1) }), aColumn({ type: "text", rank: rankAt(2) })]
    yield* boards.insertColumns(on.board.id, [people, notes])
    yield* givenTask(on, { columnValues: { [people.id]: one, [notes.id]: noted } })
    yield* givenTask(on, { columnValues: { [people.id]: [listed, "Ada", stranger] } })
    yield* givenTask(on, { columnValues: { [people.id]: 7 } })
    const { id, name } = yield* givenTask(on, { columnValues: { [people.id]: [trashed] } })
    const { put } = yield* Trash.TrashRepository
    yield* put(aDeletion(on.board, { kind: "task", subjectId: id, name }), false)
    const { items } = yield* boards.people(on.board.id, wholeList)
    assert.deepStrictEqual(items, [
      { userId: on.workspace.ownerId, as: "owner" },
      ...[one, listed].toSorted().map((userId) => ({ userId, as: "none" as const }))
    ])
  })

  it("lists nobody of another board, of a task in the trash, or of a board that is not there", function* () {
    const on = yield* givenBoard()
    const { task } = yield* givenWork(on)
    const next = yield* givenBoard({ workspace: on.workspace })
    yield* givenWork(next)
    yield* join(next.board.id, yield* someone, "editor")
    yield* invitations.invite(anInvitation({ boardId: next.board.id, userId: yield* someone }))
    yield* removed(next, yield* someone)
    const { put } = yield* Trash.TrashRepository
    yield* put(aDeletion(on.board, { kind: "task", subjectId: task.id, name: task.name }), false)
    const people = (boardId: Board.BoardId) => boards.people(boardId, wholeList)
    assert.deepStrictEqual((yield* people(on.board.id)).items, [{ userId: on.workspace.ownerId, as: "owner" }])
    yield* put(aDeletion(next.board, { kind: "board", subjectId: next.board.id }), false)
    for (const id of [next.board.id, fresh("nothing") as Board.BoardId]) {
      assert.deepStrictEqual(yield* people(id), { items: [], total: 0 })
    }
  })
}
