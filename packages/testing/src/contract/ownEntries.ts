import { Archive, Change, Task, Trash, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Repositories } from "../Repositories.js"
import { aChange, aComment, aDeletion, aTask, aTimeEntry, fresh, givenBoard, givenTask } from "../fixtures.js"
import type { Suite } from "./Suite.js"
import { someone, join } from "./support.js"

const archive = Effect.serviceFunctions(Archive.ArchiveRepository)
const tasks = Effect.serviceFunctions(Task.TaskRepository)

const idsOf = (entries: ReadonlyArray<{ readonly id: string }>) => entries.map(({ id }) => id)
const sorted = (...entries: ReadonlyArray<{ readonly id: string }>) => idsOf(entries).toSorted()

/** The parts of the contract of `ArchiveRepository` that find what is one user's. */
export const ownEntriesTests: Suite<Repositories> = (it) => {
  it("finds what a user has on the boards that the user can read, page by page", function* () {
    const userId = yield* someone
    const [own, hidden, trashed] = [yield* givenBoard(), yield* givenBoard(), yield* givenBoard()]
    const owned = yield* givenBoard()
    yield* (yield* Workspace.WorkspaceRepository).setOwner(owned.workspace.id, userId)
    for (const { board } of [own, trashed]) yield* join(board.id, userId, "editor")
    const [mine, made, other] = [
      yield* givenTask(own, { assignees: [userId] }),
      yield* givenTask(owned),
      yield* givenTask(own)
    ]
    const away = [yield* givenTask(hidden, { assignees: [userId] }), yield* givenTask(trashed, { assignees: [userId] })]
    const gone = yield* givenTask(own, { assignees: [userId] })
    const [comments, entries] = [
      [mine, other, made],
      [mine, mine]
    ].map((on) => on.map(({ id: taskId }) => aComment({ taskId, userId })))
    for (const each of comments ?? []) yield* tasks.insertComment(each)
    for (const { id: taskId } of [...away, gone]) yield* tasks.insertComment(aComment({ taskId, userId }))
    yield* tasks.insertComment(aComment({ taskId: mine.id, userId: own.workspace.ownerId }))
    const times = (entries ?? []).map(({ taskId }) => aTimeEntry({ taskId, userId }))
    for (const each of times) yield* tasks.insertTimeEntry(each)
    yield* tasks.insertTimeEntry(aTimeEntry({ taskId: mine.id, userId: own.workspace.ownerId }))
    const changes = yield* Change.ChangeRepository
    const creation = { workspaceId: own.workspace.id, boardId: owned.board.id, actorId: userId }
    yield* changes.append([
      aChange({ ...creation, taskId: made.id, type: "task.created" }),
      aChange({ ...creation, taskId: other.id, type: "task.updated" })
    ])
    yield* changes.place
    const trash = yield* Trash.TrashRepository
    yield* trash.put(aDeletion(trashed.board), false)
    yield* trash.put(aDeletion(own.board, { kind: "task", subjectId: gone.id, name: gone.name }), false)

    const found = yield* archive.boardsOf(userId, "", 10)
    assert.sameDeepMembers(
      found.map(({ id, name, role }) => ({ id, name, role })),
      [
        { id: own.board.id, name: own.board.name, role: "editor" as const },
        { id: owned.board.id, name: owned.board.name, role: "owner" as const }
      ]
    )
    assert.deepStrictEqual(idsOf(found), sorted(own.board, owned.board))
    assert.deepStrictEqual(idsOf(yield* archive.commentsOf(userId, "", 10)), sorted(...(comments ?? [])))
    assert.sameDeepMembers([...(yield* archive.commentsOf(userId, "", 10))], comments ?? [])
    assert.sameDeepMembers([...(yield* archive.timeEntriesOf(userId, "", 10))], times)
    assert.sameDeepMembers([...(yield* archive.tasksOf(userId, "", 10))], [mine, made])
    for (const list of [archive.boardsOf, archive.commentsOf, archive.timeEntriesOf, archive.tasksOf]) {
      const all = idsOf(yield* list(userId, "", 10))
      assert.deepStrictEqual(idsOf(yield* list(userId, "", 1)), all.slice(0, 1))
      assert.deepStrictEqual(idsOf(yield* list(userId, all[0] ?? "", 10)), all.slice(1))
      assert.isEmpty(yield* list(fresh("nobody") as typeof userId, "", 10))
    }
  })

  it("finds a user's few entries among many of others", function* () {
    const userId = yield* someone
    const on = yield* givenBoard()
    yield* join(on.board.id, userId, "editor")
    const others = on.workspace.ownerId
    const whole = aTask({ boardId: on.board.id, groupId: on.groups[0].id })
    const comments = Array.from({ length: 2_100 }, (_, at) =>
      aComment({ taskId: whole.id, userId: at % 700 === 699 ? userId : others })
    )
    yield* archive.insertTasks([{ ...whole, comments, subtasks: [], timeEntries: [] }])
    const own = sorted(...comments.filter((comment) => comment.userId === userId))
    assert.lengthOf(own, 3)
    assert.deepStrictEqual(idsOf(yield* archive.commentsOf(userId, "", 10)), own)
    assert.deepStrictEqual(idsOf(yield* archive.commentsOf(userId, "", 2)), own.slice(0, 2))
    assert.deepStrictEqual(idsOf(yield* archive.commentsOf(userId, own[1] ?? "", 2)), own.slice(2))
  })
}
