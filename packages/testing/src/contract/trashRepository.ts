import { type Access, Account, Board, Ports, Task, Trash, Webhook, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { Repositories } from "../Repositories.js"
import {
  aDeletion,
  aWebhook,
  fresh,
  givenAccount,
  givenBoard,
  givenTask,
  instant,
  rankAt,
  removeWhole,
  wholeList,
  type GivenBoard,
  anInvitation
} from "../fixtures.js"
import { cascades } from "./cascades.js"
import { givenUsed, isAllNone, plain, readBoard, readTask } from "./everyRead.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, findTask, isNone, lists, valueOf, someone, join } from "./support.js"

const trash = Effect.serviceFunctions(Trash.TrashRepository)

const ofTask = (on: GivenBoard, task: Task.Task, overrides: Partial<Trash.Deletion> = {}) =>
  aDeletion(on.board, { kind: "task", subjectId: task.id, name: task.name, ...overrides })

const putAway = (deletion: Trash.Deletion) => Effect.as(trash.put(deletion, false), deletion)

const atOnceFound = Effect.map(Option.isSome<unknown>)

export const trashRepositorySuite: Suite<Repositories> = (it) => {
  it("a task in the trash is nowhere, and restored it is as before", function* () {
    const on = yield* givenBoard()
    const used = yield* givenUsed(on)
    const other = yield* givenTask(on, { rank: rankAt(9) })
    const before = yield* readTask(on, used)
    const deletion = yield* putAway(ofTask(on, used.task))
    const gone = yield* readTask(on, used)
    isAllNone(gone.found)
    const { archive, all, page, ...filtered } = gone.listed
    assert.deepStrictEqual(archive, [other.id])
    for (const list of [all, page]) {
      assert.deepStrictEqual(
        list.items.map(({ id }) => id),
        [other.id]
      )
      assert.strictEqual(list.total, 1)
    }
    assert.deepStrictEqual(filtered.byStatus, { items: [], total: 0 })
    assert.deepStrictEqual(filtered.byAssignee, { items: [], total: 0 })
    assert.strictEqual(filtered.byGroup.total, 1)
    yield* trash.restore(deletion)
    assert.deepStrictEqual(plain(yield* readTask(on, used)), plain(before))
    isNone(yield* trash.lock(deletion.id, null))
  })

  it("the removal of an account ends its part in a board in the trash", function* () {
    const on = yield* givenBoard()
    const used = yield* givenUsed(on)
    const deletion = yield* putAway(aDeletion(on.board))
    const accounts = yield* Account.AccountRepository
    for (const id of [used.editor, used.guest]) yield* accounts.remove(id)
    yield* trash.restore(deletion)
    assert.isEmpty(yield* (yield* Board.BoardRepository).members(on.board.id))
    isNone(yield* (yield* Board.InvitationRepository).find(used.invitation.id))
  })

  it("an invitation to a board in the trash is given to the user who verifies its address", function* () {
    const invitations = yield* Board.InvitationRepository
    const [on, joined] = [yield* givenBoard(), yield* givenBoard()]
    const { email, id: userId } = yield* givenAccount()
    yield* join(joined.board.id, userId)
    const offers: Array<Board.Invitation> = []
    for (const { board } of [on, joined]) {
      const offer = { ...anInvitation({ boardId: board.id, userId }), userId: null, email, expiresAt: instant(60) }
      offers.push(yield* invitations.offer(offer))
      yield* putAway(aDeletion(board))
    }
    yield* invitations.bind(email.toLowerCase(), userId, instant(1))
    for (const { board } of [on, joined]) {
      const id = valueOf(yield* trash.idOf("board", board.id))
      yield* trash.restore(valueOf(yield* trash.lock(id, null)).deletion)
    }
    const bound = yield* Effect.forEach(offers, ({ id }) => Effect.map(invitations.find(id), valueOf))
    assert.deepStrictEqual(
      bound.map((each) => each.userId),
      [userId, null]
    )
  })

  it("a board in the trash is nowhere, and restored it is as before", function* () {
    const on = yield* givenBoard({ name: fresh("name") })
    const used = yield* givenUsed(on)
    const before = yield* readBoard(on, used)
    const deletion = yield* putAway(aDeletion(on.board))
    const gone = yield* readBoard(on, used)
    isAllNone(gone.found)
    for (const list of Object.values(gone.listed)) assert.deepStrictEqual(list, { items: [], total: 0 })
    const { ownerId } = on.workspace
    assert.strictEqual(Option.getOrNull(gone.users.standing), "none")
    assert.deepStrictEqual(gone.users.members, [])
    assert.deepStrictEqual(gone.users.ofBoard, [])
    assert.deepStrictEqual(gone.users.ofWorkspace, [ownerId])
    assert.deepStrictEqual(gone.users.boards, [])
    assert.deepStrictEqual(gone.users.workspaces, [ownerId])
    yield* trash.restore(deletion)
    const after = yield* readBoard(on, used)
    assert.deepStrictEqual(plain(after), plain(before))
    assert.strictEqual(Option.getOrNull(after.users.standing), "shared")
  })

  it("restoring a board does not restore what was deleted before it", function* () {
    const on = yield* givenBoard()
    const [first, second] = [yield* givenTask(on), yield* givenTask(on, { rank: rankAt(1) })]
    const task = yield* putAway(ofTask(on, first))
    const board = yield* putAway(aDeletion(on.board))
    assert.isTrue(valueOf(yield* trash.lock(task.id, null)).isBoardInTrash)
    yield* trash.restore(board)
    isNone(yield* findTask(first.id))
    valueOf(yield* findTask(second.id))
    assert.isFalse(valueOf(yield* trash.lock(task.id, null)).isBoardInTrash)
    yield* trash.restore(task)
    valueOf(yield* findTask(first.id))
  })

  it("one of many concurrent deletions of a task succeeds, and one of many restorations", function* () {
    const on = yield* givenBoard()
    const task = yield* givenTask(on)
    const remove = Effect.gen(function* () {
      const found = yield* (yield* Task.TaskRepository).lock(task.id, null)
      if (Option.isSome(found)) yield* trash.put(ofTask(on, task), false)
      return found
    })
    const deleted = yield* atOnce(10, () => atOnceFound(Ports.transactional(remove)))
    assert.strictEqual(deleted.filter((one) => one).length, 1)
    const id = valueOf(yield* trash.idOf("task", task.id))
    const restore = Effect.gen(function* () {
      const found = yield* trash.lock(id, null)
      if (Option.isSome(found)) yield* trash.restore(found.value.deletion)
      return found
    })
    const restored = yield* atOnce(10, () => atOnceFound(Ports.transactional(restore)))
    assert.strictEqual(restored.filter((one) => one).length, 1)
    isNone(yield* trash.idOf("task", task.id))
    valueOf(yield* findTask(task.id))
  })

  it("finds a deletion with the access to its board, and the deletion of a thing", function* () {
    const on = yield* givenBoard()
    const { editor, task } = yield* givenUsed(on)
    const { board, workspace } = on
    isNone(yield* trash.lock(fresh("nothing") as Trash.DeletionId, null))
    isNone(yield* trash.idOf("task", task.id))
    isNone(yield* trash.idOf("board", fresh("nothing")))
    const deletion = yield* putAway(ofTask(on, task, { actorId: editor }))
    assert.strictEqual(valueOf(yield* trash.idOf("task", task.id)), deletion.id)
    const place = { boardId: board.id, workspaceId: workspace.id, ownerId: workspace.ownerId }
    const found = { deletion, access: { ...place, standing: "editor" as const }, isBoardInTrash: false }
    assert.deepStrictEqual(valueOf(yield* trash.lock(deletion.id, editor)), found)
    const ofBoard = yield* putAway(aDeletion(board))
    assert.strictEqual(valueOf(yield* trash.idOf("board", board.id)), ofBoard.id)
    const owned = { deletion: ofBoard, access: { ...place, standing: "owner" as const }, isBoardInTrash: true }
    assert.deepStrictEqual(valueOf(yield* trash.lock(ofBoard.id, workspace.ownerId)), owned)
    assert.strictEqual(valueOf(yield* trash.lock(ofBoard.id, null)).access.standing, "none")
  })

  it("lists the deletions that a user may restore, newest first", function* () {
    const on = yield* givenBoard()
    const { board, workspace } = on
    const users: Record<string, Account.UserId> = {}
    for (const name of ["admin", "editor", "viewer", "stranger"]) {
      const id = yield* someone
      users[name] = id
      if (name !== "stranger") yield* join(board.id, id, name as Access.Role)
    }
    const made = fresh("deletion")
    const deletions: Array<Trash.Deletion> = []
    for (const [id, minutes] of [
      ["b", 1],
      ["a", 1],
      ["c", 9]
    ] as const) {
      const task = yield* givenTask(on)
      const overrides = { id: `${made}${id}` as Trash.DeletionId, at: instant(minutes) }
      deletions.push(yield* putAway(ofTask(on, task, overrides)))
    }
    yield* putAway(ofTask(yield* givenBoard(), yield* givenTask(yield* givenBoard())))
    const [b, a, c] = deletions as [Trash.Deletion, Trash.Deletion, Trash.Deletion]
    const listed = (place: Trash.TrashPlace, user: Account.UserId | null) =>
      Effect.map(trash.list(place, user, wholeList), ({ items }) => items)
    const [onBoard, inWorkspace] = [{ boardId: board.id }, { workspaceId: workspace.id }]
    for (const place of [onBoard, inWorkspace]) {
      yield* lists((slice) => trash.list(place, null, slice), [c, b, a])
      yield* lists((slice) => trash.list(place, users.editor ?? null, slice), [c, b, a])
      for (const name of ["viewer", "stranger"]) {
        assert.deepStrictEqual(yield* listed(place, users[name] ?? null), [], name)
      }
    }
    const ofBoard = yield* putAway(aDeletion(board, { at: instant(20) }))
    for (const name of ["admin", "editor", "viewer", "stranger"]) {
      const expected = name === "admin" ? [ofBoard] : []
      assert.deepStrictEqual(yield* listed(inWorkspace, users[name] ?? null), expected, name)
    }
    assert.deepStrictEqual(yield* listed(inWorkspace, workspace.ownerId), [ofBoard])
    assert.deepStrictEqual(yield* listed(inWorkspace, null), [ofBoard])
    const inPlaces = (boardId: Board.BoardId | null, workspaceId = workspace.id) =>
      Effect.map(
        trash.list(inWorkspace, workspace.ownerId, wholeList, [{ workspaceId, boardId }]),
        ({ items }) => items
      )
    assert.deepStrictEqual(yield* inPlaces(board.id), [ofBoard])
    assert.deepStrictEqual(yield* inPlaces(null), [ofBoard])
    assert.deepStrictEqual(yield* inPlaces(fresh("board") as Board.BoardId), [])
    yield* trash.restore(ofBoard)
    yield* trash.startPurging(b.id)
    assert.deepStrictEqual(yield* listed(inWorkspace, workspace.ownerId), [c, a])
  })

  it("what is to be purged can neither be found nor restored", function* () {
    const on = yield* givenBoard()
    const [marked, permanent] = [ofTask(on, yield* givenTask(on)), ofTask(on, yield* givenTask(on))]
    yield* trash.put(marked, false)
    yield* trash.startPurging(marked.id)
    yield* trash.put(permanent, true)
    for (const { id, subjectId } of [marked, permanent]) {
      isNone(yield* trash.lock(id, null))
      isNone(yield* findTask(subjectId as Task.TaskId))
    }
    const due = yield* trash.listPurging(100_000)
    assert.deepStrictEqual(
      due.filter(({ boardId }) => boardId === on.board.id).map(({ id }) => id),
      [marked.id, permanent.id].toSorted()
    )
  })

  it("lists deletions that are older than an instant, oldest first, and those that are being purged", function* () {
    const on = yield* givenBoard()
    const made: Array<Trash.Deletion> = []
    for (const minutes of [1, 0, 2, 0]) {
      made.push(yield* putAway(ofTask(on, yield* givenTask(on), { at: instant(minutes) })))
    }
    const [second, first, , marked] = made as [Trash.Deletion, Trash.Deletion, Trash.Deletion, Trash.Deletion]
    yield* trash.startPurging(marked.id)
    const ofBoard = ({ boardId }: Trash.Deletion) => boardId === on.board.id
    assert.deepStrictEqual((yield* trash.listOld(instant(2), 100_000)).filter(ofBoard), [first, second])
    assert.deepStrictEqual((yield* trash.listPurging(100_000)).filter(ofBoard), [marked])
    assert.strictEqual((yield* trash.listOld(instant(2), 1)).length, 1)
    assert.strictEqual((yield* trash.listPurging(1)).length, 1)
    for (const { id } of [first, second]) valueOf(yield* trash.lock(id, null))
  })

  it("purging a task removes everything under it, and nothing else", function* () {
    const on = yield* givenBoard()
    const gone = yield* givenTask(on)
    const kept = yield* givenTask(on)
    const purge = removeWhole(ofTask(on, gone))
    yield* cascades({ gone: [], goneTasks: [gone], kept: on, keptTasks: [kept] }, purge)
    const tasks = yield* Task.TaskRepository
    const left = yield* tasks.list({ boardId: on.board.id }, wholeList)
    assert.deepStrictEqual(
      left.items.map(({ id }) => id),
      [kept.id]
    )
    // Leftovers would appear again under the same id.
    yield* tasks.insert([gone])
    const found = valueOf(yield* findTask(gone.id))
    assert.deepStrictEqual([found.comments, found.subtasks, found.timeEntries], [[], [], []])
  })

  it("purging a board removes everything on it and its deletions in small steps, and nothing else", function* () {
    const gone = yield* givenBoard()
    const kept = yield* givenBoard({ workspace: gone.workspace })
    const goneTasks = [yield* givenTask(gone), yield* givenTask(gone)]
    const keptTasks = [yield* givenTask(kept)]
    const webhooks = yield* Webhook.WebhookRepository
    const webhook = aWebhook({ workspaceId: gone.workspace.id, boardId: gone.board.id })
    yield* webhooks.insert(webhook)
    const before = yield* putAway(ofTask(gone, yield* givenTask(gone)))
    const elsewhere = yield* putAway(ofTask(kept, yield* givenTask(kept)))
    yield* cascades({ gone: [gone], goneTasks, kept, keptTasks }, removeWhole(aDeletion(gone.board), 1))
    isNone(yield* webhooks.find(webhook.id))
    isNone(yield* trash.lock(before.id, null))
    valueOf(yield* trash.lock(elsewhere.id, null))
  })

  it("a webhook of a board in the trash stays", function* () {
    const { board, workspace } = yield* givenBoard()
    const webhooks = yield* Webhook.WebhookRepository
    const webhook = aWebhook({ workspaceId: workspace.id, boardId: board.id })
    yield* webhooks.insert(webhook)
    const deletion = yield* putAway(aDeletion(board))
    assert.deepStrictEqual(valueOf(yield* webhooks.find(webhook.id)), webhook)
    yield* trash.restore(deletion)
    assert.deepStrictEqual(valueOf(yield* webhooks.find(webhook.id)), webhook)
  })

  it("the removal of a workspace leaves its boards and itself to be purged", function* () {
    const on = yield* givenBoard()
    const other = yield* givenBoard({ workspace: on.workspace })
    const deletions = [
      yield* putAway(ofTask(other, yield* givenTask(other))),
      yield* putAway(ofTask(on, yield* givenTask(on))),
      yield* putAway(aDeletion(on.board))
    ]
    assert.isTrue(yield* (yield* Workspace.WorkspaceRepository).remove(on.workspace.id))
    for (const { id } of deletions) isNone(yield* trash.lock(id, null))
    const purging = Effect.map(trash.listPurging(100_000), (all) =>
      all.filter(({ workspaceId }) => workspaceId === on.workspace.id)
    )
    const left = yield* purging
    assert.sameMembers(
      left.map(({ boardId, kind, subjectId }) => `${kind} ${boardId} ${subjectId}`),
      [on.board.id, other.board.id, on.workspace.id].map((id) => `board ${id} ${id}`)
    )
    for (const deletion of left) {
      yield* Effect.repeat(trash.removeSome(deletion, 10), { until: (removed) => removed === 0 })
    }
    assert.isEmpty(yield* purging)
    const place = { workspaceId: on.workspace.id }
    assert.deepStrictEqual(yield* trash.list(place, null, wholeList), { items: [], total: 0 })
  })
}

/** Runs the suite of `TrashRepository` on an adapter. */
export const trashRepositoryContract = contract("TrashRepository", trashRepositorySuite)
