import { Archive, Board, Change, Task, Trash, Webhook, Workspace } from "@boardwright/core"
import { givenAccount, givenTask } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Stream, TestClock } from "effect"
import {
  afterNoon,
  as,
  asOperator,
  givenTeam,
  HOUR,
  NOON,
  refused,
  sent,
  stored,
  story,
  type Team
} from "../support.js"
import { givenBoards, givenTeamTask } from "../task/support.js"

const DAY = 24 * HOUR

const deletionsOn = (team: Team) =>
  Effect.map(asOperator(Trash.listTrash({ workspaceId: team.workspace.id })), ({ items }) => items)

/** The newest deletion in the workspace. */
const newest = (team: Team) =>
  Effect.map(deletionsOn(team), (items) => items[0] ?? assert.fail("nothing is in the trash"))

/** The whole board as text. */
const exported = (team: Team) =>
  Effect.gen(function* () {
    const { archive, tasks } = yield* asOperator(Archive.exportBoard(team.boardId))
    const lines = yield* Stream.runCollect(tasks)
    return JSON.stringify([archive, ...lines])
  })

describe("the trash", () => {
  story("takes a task and gives it back as it was", function* () {
    const team = yield* givenTeamTask
    yield* as(team.viewer)(Task.addComment(team.taskId, { content: "Look" }))
    yield* as(team.editor)(Task.addSubtask(team.taskId, { name: "Part" }))
    const before = yield* exported(team)
    yield* as(team.editor)(Task.deleteTask(team.taskId))
    assert.strictEqual(yield* refused(as(team.editor)(Task.getTask(team.taskId))), "NotFound Task")
    const deletion = yield* newest(team)
    const { boardId, workspace } = team
    const place = { workspaceId: workspace.id, boardId, subjectId: team.taskId, name: team.task.name }
    const expected: object = { id: deletion.id, at: afterNoon(0), actorId: team.editor, kind: "task", ...place }
    assert.deepStrictEqual<object>(deletion, expected)
    assert.deepStrictEqual(yield* as(team.editor)(Trash.restoreDeletion(deletion.id)), deletion)
    assert.strictEqual(yield* exported(team), before)
    assert.deepStrictEqual(yield* deletionsOn(team), [])
    assert.strictEqual(yield* refused(as(team.editor)(Trash.restoreDeletion(deletion.id))), "NotFound Deletion")
  })

  story("restores what needed the same right to delete, and nobody else may", function* () {
    const team = yield* givenTeamTask
    yield* as(team.editor)(Task.deleteTask(team.taskId))
    const task = yield* newest(team)
    for (const user of [team.viewer, team.stranger]) {
      assert.strictEqual(yield* refused(as(user)(Trash.restoreDeletion(task.id))), "Forbidden")
      assert.strictEqual(yield* refused(as(user)(Trash.listTrash({ boardId: team.boardId }))), "Forbidden")
    }
    assert.strictEqual(yield* refused(as(team.editor)(Trash.purgeDeletion(task.id))), "Forbidden")
    yield* as(team.admin)(Board.deleteBoard(team.boardId))
    const board = yield* newest(team)
    for (const user of [team.editor, team.viewer, team.stranger]) {
      assert.strictEqual(yield* refused(as(user)(Trash.restoreDeletion(board.id))), "Forbidden")
      assert.strictEqual(yield* refused(as(user)(Trash.purgeDeletion(board.id))), "Forbidden")
      const list = Trash.listTrash({ workspaceId: team.workspace.id })
      assert.strictEqual(yield* refused(as(user)(list)), "Forbidden")
    }
    assert.strictEqual(yield* refused(as(team.admin)(Trash.restoreDeletion(task.id))), "BoardInTrash")
    assert.strictEqual(yield* refused(as(team.admin)(Trash.listTrash({ boardId: team.boardId }))), "NotFound Board")
    // Owns nothing but what is in the trash.
    const { items } = yield* as(team.admin)(Trash.listTrash({ workspaceId: team.workspace.id }))
    assert.deepStrictEqual(items, [board])
    yield* as(team.admin)(Trash.restoreDeletion(board.id))
    yield* as(team.editor)(Trash.restoreDeletion(task.id))
    assert.deepStrictEqual((yield* as(team.viewer)(Task.getTask(team.taskId))).name, team.task.name)
  })

  story("needs exactly one place to list", function* () {
    const { admin, boardId, workspace } = yield* givenTeam
    const both = { boardId, workspaceId: workspace.id }
    assert.strictEqual(yield* refused(as(admin)(Trash.listTrash(both))), "InvalidInput workspaceId")
    assert.strictEqual(yield* refused(as(admin)(Trash.listTrash({}))), "InvalidInput boardId")
    assert.strictEqual(yield* refused(as(admin)(Trash.listTrash({ workspaceId: "none" }))), "NotFound Workspace")
    const flag = Task.deleteTask("none", sent({ permanent: "yes" }))
    assert.strictEqual(yield* refused(as(admin)(flag)), "InvalidInput permanent")
  })

  story("is skipped by a permanent deletion, which needs the right to manage the board", function* () {
    const team = yield* givenTeamTask
    const permanent = { permanent: true }
    assert.strictEqual(yield* refused(as(team.editor)(Task.deleteTask(team.taskId, permanent))), "Forbidden")
    yield* as(team.admin)(Task.deleteTask(team.taskId, permanent))
    assert.deepStrictEqual(yield* deletionsOn(team), [])
    yield* as(team.owner)(Board.deleteBoard(team.boardId, permanent))
    assert.deepStrictEqual(yield* deletionsOn(team), [])
    yield* Trash.purgeTrash
    const { boards, groups, members, tasks, trash } = yield* stored
    assert.deepStrictEqual(
      [boards, groups, members, tasks, trash].map(({ size }) => size),
      [0, 0, 0, 0, 0]
    )
  })

  story("restores a board without what was deleted before, and with its webhooks", function* () {
    const team = yield* givenTeamTask
    const other = yield* givenTask(team)
    const hook = { boardId: team.boardId, url: "https://example.test/hook" }
    const { webhook } = yield* as(team.admin)(Webhook.createWebhook(hook))
    yield* as(team.editor)(Task.deleteTask(other.id))
    const before = yield* exported(team)
    yield* as(team.admin)(Board.deleteBoard(team.boardId))
    assert.strictEqual(yield* refused(as(team.admin)(Webhook.getWebhook(webhook.id))), "NotFound Webhook")
    yield* Webhook.deliverWebhooks
    assert.strictEqual((yield* stored).webhooks.get(webhook.id)?.status, "paused")
    yield* as(team.owner)(Trash.restoreDeletion((yield* newest(team)).id))
    assert.strictEqual(yield* exported(team), before)
    yield* TestClock.adjust("2 minutes")
    yield* Webhook.deliverWebhooks
    assert.strictEqual((yield* as(team.admin)(Webhook.getWebhook(webhook.id))).status, "active")
    assert.deepStrictEqual(
      (yield* deletionsOn(team)).map(({ subjectId }) => subjectId),
      [other.id]
    )
  })

  story("is purged after its days, with the texts in the record", function* () {
    const team = yield* givenTeamTask
    const kept = yield* givenTask(team)
    yield* as(team.editor)(Task.updateTask(team.taskId, { name: "Secret" }))
    yield* as(team.editor)(Task.updateTask(kept.id, { name: "Public" }))
    yield* as(team.editor)(Task.deleteTask(team.taskId))
    yield* TestClock.setTime(NOON + 7 * DAY)
    yield* as(team.editor)(Task.deleteTask(kept.id))
    const purge = Effect.provideService(Trash.purgeTrash, Trash.TrashDays, 7)
    yield* purge
    assert.strictEqual((yield* stored).trash.size, 2)
    yield* TestClock.adjust("1 milli")
    yield* purge
    const { feed, trash } = yield* stored
    assert.deepStrictEqual(
      [...trash.values()].map(({ deletion }) => deletion.subjectId),
      [kept.id]
    )
    assert.notInclude(JSON.stringify(feed), "Secret")
    assert.include(JSON.stringify(feed), "Public")
    const types = feed.changes.filter(({ taskId }) => taskId === team.taskId).map(({ type }) => type)
    assert.deepStrictEqual(types, ["task.updated", "task.deleted", "task.purged"])
    const { actorId, at, fields, subjectId } = feed.changes.at(-1)!
    assert.deepStrictEqual([actorId, at, fields, subjectId], [null, afterNoon(7 * DAY + 1), {}, team.taskId])
    const { total } = yield* as(team.admin)(Trash.listTrash({ boardId: team.boardId }))
    assert.strictEqual(total, 1)
  })

  story("gives up what is purged at once", function* () {
    const team = yield* givenTeamTask
    yield* as(team.editor)(Task.updateTask(team.taskId, { name: "Secret" }))
    yield* as(team.admin)(Board.deleteBoard(team.boardId))
    const { id } = yield* newest(team)
    yield* as(team.admin)(Trash.purgeDeletion(id))
    assert.deepStrictEqual(yield* deletionsOn(team), [])
    assert.strictEqual(yield* refused(as(team.admin)(Trash.restoreDeletion(id))), "NotFound Deletion")
    assert.strictEqual(yield* refused(as(team.admin)(Trash.purgeDeletion(id))), "NotFound Deletion")
    const { changes } = yield* as(team.owner)(Change.listChanges({ types: ["board.purged"] }))
    assert.deepStrictEqual(
      changes.map(({ actorId, boardId, fields }) => [actorId, boardId, fields]),
      [[team.admin, team.boardId, {}]]
    )
    yield* Trash.purgeTrash
    const { boards, feed, tasks } = yield* stored
    assert.strictEqual(feed.changes.at(-1)?.type, "board.purged")
    assert.deepStrictEqual([boards.size, tasks.size], [0, 0])
    assert.isTrue(feed.changes.every(({ boardId, fields }) => boardId === null || Object.keys(fields).length === 0))
  })

  story("is purged with the texts of tasks that were moved to it, in the record of their former board", function* () {
    const { other, task, team } = yield* givenBoards
    const [kept, back] = [yield* givenTask(team), yield* givenTask(team)]
    const rename = (id: string, name: string) => as(team.editor)(Task.updateTask(id, { name }))
    const move = (id: string, { boardId }: Team) => as(team.editor)(Task.moveTaskToBoard(id, { boardId }))
    yield* rename(task.id, "Secret")
    yield* rename(kept.id, "Public")
    yield* rename(back.id, "Returned")
    yield* move(task.id, other)
    yield* move(back.id, other)
    yield* move(back.id, team)
    yield* as(other.owner)(Board.deleteBoard(other.boardId))
    const { id } = yield* newest(other)
    yield* as(other.owner)(Trash.purgeDeletion(id))
    yield* Trash.purgeTrash
    const { feed } = yield* stored
    assert.notInclude(JSON.stringify(feed), "Secret")
    assert.include(JSON.stringify(feed), "Public")
    const ofBack = feed.changes.filter(({ boardId, taskId }) => taskId === back.id && boardId === team.boardId)
    assert.deepStrictEqual(
      ofBack.map(({ fields }) => JSON.stringify(fields).includes("Returned")),
      [true, true, true]
    )
  })

  story("keeps what a handler refuses to purge until the next time, and purges the others", function* () {
    const team = yield* givenTeamTask
    const other = yield* givenTask(team)
    yield* as(team.editor)(Task.deleteTask(team.taskId))
    yield* as(team.editor)(Task.deleteTask(other.id))
    yield* TestClock.adjust("40 days")
    const handlers = new Change.HandlerRegistry()
    const refusal = ({ subjectId }: Change.StoredChange) =>
      subjectId === team.taskId ? new Change.ChangeRefused("On hold") : Effect.void
    const remove = handlers.add("task.purged", refusal)
    const purge = Effect.provideService(Trash.purgeTrash, Change.ChangeHandlers, handlers)
    const held = Effect.map(stored, ({ trash }) => [...trash.values()].map(({ deletion }) => deletion.subjectId))
    yield* purge
    assert.deepStrictEqual(yield* held, [team.taskId])
    remove()
    yield* purge
    assert.deepStrictEqual(yield* held, [])
  })

  story("goes with its workspace", function* () {
    const team = yield* givenTeamTask
    yield* as(team.editor)(Task.deleteTask(team.taskId))
    yield* as(team.owner)(Board.deleteBoard(team.boardId))
    yield* as(team.owner)(Workspace.deleteWorkspace(team.workspace.id))
    yield* Trash.purgeTrash
    assert.strictEqual((yield* stored).trash.size, 0)
    const gone = (yield* stored).feed.changes.filter(({ type }) => type === "workspace.deleted")
    assert.deepStrictEqual(
      gone.map(({ recipientId }) => recipientId),
      [team.owner]
    )
  })

  story("is purged with the texts of a workspace that is removed, and of what was deleted in it before", function* () {
    const [team, elsewhere] = [yield* givenTeamTask, yield* givenTeamTask]
    const place = { workspaceId: team.workspace.id, name: "Secret" }
    const kept = yield* givenTask(team)
    const other = yield* as(team.owner)(Board.createBoard(place))
    yield* as(team.owner)(Workspace.updateWorkspace(place.workspaceId, { name: "Secret" }))
    yield* as(team.viewer)(Task.addComment(team.taskId, { content: "Secret" }))
    yield* as(team.editor)(Task.updateTask(kept.id, { name: "Secret" }))
    yield* as(elsewhere.editor)(Task.updateTask(elsewhere.taskId, { name: "Public" }))
    yield* as(team.admin)(Task.deleteTask(team.taskId, { permanent: true }))
    yield* as(team.owner)(Board.deleteBoard(other.id))
    yield* as(team.owner)(Workspace.deleteWorkspace(team.workspace.id))
    yield* Trash.purgeTrash
    const { feed, trash } = yield* stored
    assert.strictEqual(trash.size, 0)
    assert.notInclude(JSON.stringify(feed), "Secret")
    assert.include(JSON.stringify(feed), "Public")
    const ofIt = feed.changes.filter(({ workspaceId }) => workspaceId === team.workspace.id)
    assert.isTrue(ofIt.every(({ fields }) => Object.keys(fields).length === 0))
  })

  story("hides what happened to a task from those who may not restore it", function* () {
    const team = yield* givenTeamTask
    yield* as(team.editor)(Task.updateTask(team.taskId, { name: "Secret" }))
    yield* as(team.editor)(Task.addComment(team.taskId, { content: "Secret" }))
    yield* as(team.editor)(Task.deleteTask(team.taskId))
    const types = ["task.updated", "comment.created", "task.deleted"]
    /** Whether the user reads the texts in the feed and in the board's activity. */
    const reads = Effect.fnUntraced(function* (userId: Team["viewer"]) {
      const { changes } = yield* as(userId)(Change.listChanges({ boardId: team.boardId }))
      const { items } = yield* as(userId)(Change.listBoardActivity(team.boardId))
      return [changes, items.toReversed()].map((all) => {
        const ofTask = all.filter(({ taskId }) => taskId === team.taskId)
        assert.deepStrictEqual(
          ofTask.map(({ type }) => type),
          types
        )
        return JSON.stringify(ofTask).includes("Secret")
      })
    })
    assert.deepStrictEqual([yield* reads(team.editor), yield* reads(team.viewer)].flat(), [true, true, false, false])
    yield* as(team.editor)(Trash.restoreDeletion((yield* newest(team)).id))
    types.push("task.restored")
    assert.deepStrictEqual(yield* reads(team.viewer), [true, true])
    yield* as(team.admin)(Task.deleteTask(team.taskId, { permanent: true }))
    types.push("task.deleted")
    assert.deepStrictEqual([yield* reads(team.editor), yield* reads(team.viewer)].flat(), [false, false, false, false])
  })

  story("hides the changes of a board from everybody but the operator until it is restored", function* () {
    const team = yield* givenTeamTask
    const guest = yield* givenAccount()
    yield* as(team.editor)(Task.updateTask(team.taskId, { name: "New" }))
    yield* as(team.admin)(Board.inviteMember(team.boardId, { userId: guest.id, role: "viewer" }))
    const { cursor } = yield* as(team.viewer)(Change.listChanges({ since: "now" }))
    yield* as(team.admin)(Board.deleteBoard(team.boardId))
    const seen = Effect.map(as(team.viewer)(Change.listChanges({ since: cursor })), ({ changes }) =>
      changes.map(({ type }) => type)
    )
    assert.deepStrictEqual(yield* seen, ["board.deleted"])
    assert.strictEqual(yield* refused(as(team.viewer)(Change.listBoardActivity(team.boardId))), "NotFound Board")
    const mine = Board.listMyInvitations()
    assert.strictEqual((yield* as(guest.id)(mine)).total, 0)
    yield* as(team.owner)(Trash.restoreDeletion((yield* newest(team)).id))
    assert.deepStrictEqual(yield* seen, ["board.deleted", "board.restored"])
    assert.strictEqual((yield* as(guest.id)(mine)).total, 1)
  })
})
