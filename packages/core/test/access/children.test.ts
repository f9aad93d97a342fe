import { type Access, type Account, Board, Bulk, Task } from "@boardwright/core"
import { givenAccount, givenTask, type Inventory } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Either } from "effect"
import { as, givenTeam, story } from "../support.js"

/** A team whose board has a task, and outsiders: a stranger, a removed member and an invited user who declined. */
const givenFull = Effect.gen(function* () {
  const team = yield* givenTeam
  const { columns, groups } = team
  const task = yield* givenTask(team)
  const subtask = yield* as(team.editor)(Task.addSubtask(task.id, { name: "Part" }))
  const entry = yield* as(team.editor)(Task.addTimeEntry(task.id, { duration: 1 }))
  const comment = yield* as(team.editor)(Task.addComment(task.id, { content: "Look" }))
  const [asked, removed, declined] = [yield* givenAccount(), yield* givenAccount(), yield* givenAccount()]
  const invite = (userId: Account.UserId) =>
    as(team.admin)(Board.inviteMember(team.boardId, { userId, role: "editor" }))
  const offers = { asked: yield* invite(asked.id), removed: yield* invite(removed.id) }
  yield* as(removed.id)(Board.acceptInvitation(offers.removed.invitation.id))
  yield* as(team.admin)(Board.removeMember(team.boardId, removed.id))
  yield* as(declined.id)(Board.declineInvitation((yield* invite(declined.id)).invitation.id))
  return {
    outsiders: [team.stranger, removed.id, declined.id],
    viewer: team.viewer,
    boardId: team.boardId,
    taskId: task.id,
    children: {
      columnId: columns[0].id,
      groupId: groups[1].id,
      commentId: comment.id,
      firstGroupId: groups[0].id,
      subtaskId: subtask.id,
      entryId: entry.id,
      memberId: team.editor,
      invitationId: offers.asked.invitation.id
    }
  }
})
type Full = Effect.Effect.Success<typeof givenFull>
type Child = keyof Full["children"]

type Run = Effect.Effect<unknown, { readonly _tag: string }, Inventory | Access.CurrentActor>

const use = (child: Child, act: (on: Full, id: string) => Run) => ({ child, act })

/** Every use case with the id of a child. */
const USES = {
  updateGroup: use("groupId", ({ boardId }, id) => Board.updateGroup(boardId, id, { name: "New" })),
  updateColumn: use("columnId", ({ boardId }, id) => Board.updateColumn(boardId, id, { name: "New" })),
  deleteGroup: use("groupId", ({ boardId }, id) => Board.deleteGroup(boardId, id)),
  "deleteGroup with its tasks": use("groupId", ({ boardId, children }, id) =>
    Board.deleteGroup(boardId, children.firstGroupId, { moveTasksTo: id })
  ),
  deleteColumn: use("columnId", ({ boardId }, id) => Board.deleteColumn(boardId, id)),
  updateMember: use("memberId", ({ boardId }, id) => Board.updateMember(boardId, id, { role: "viewer" })),
  removeMember: use("memberId", ({ boardId }, id) => Board.removeMember(boardId, id)),
  withdrawInvitation: use("invitationId", ({ boardId }, id) => Board.withdrawInvitation(boardId, id)),
  resendInvitation: use("invitationId", ({ boardId }, id) => Board.resendInvitation(boardId, id)),
  createTask: use("groupId", ({ boardId }, groupId) => Task.createTask({ boardId, groupId, name: "New" })),
  "bulkTasks with a group": use("groupId", ({ boardId }, groupId) =>
    Bulk.bulkTasks({ boardId, operations: [{ op: "create", task: { name: "New", groupId } }] })
  ),
  updateTask: use("groupId", ({ taskId }, groupId) => Task.updateTask(taskId, { groupId })),
  moveTask: use("groupId", ({ taskId }, groupId) => Task.moveTask(taskId, { groupId })),
  updateComment: use("commentId", ({ taskId }, id) => Task.updateComment(taskId, id, { content: "New" })),
  deleteComment: use("commentId", ({ taskId }, id) => Task.deleteComment(taskId, id)),
  updateSubtask: use("subtaskId", ({ taskId }, id) => Task.updateSubtask(taskId, id, { completed: true })),
  deleteSubtask: use("subtaskId", ({ taskId }, id) => Task.deleteSubtask(taskId, id)),
  updateTimeEntry: use("entryId", ({ taskId }, id) => Task.updateTimeEntry(taskId, id, { duration: 2 })),
  deleteTimeEntry: use("entryId", ({ taskId }, id) => Task.deleteTimeEntry(taskId, id)),
  "createTask with a value": use("columnId", ({ boardId }, id) =>
    Task.createTask({ boardId, name: "New", columnValues: { [id]: "x" } })
  ),
  "updateTask with a value": use("columnId", ({ taskId }, id) =>
    Task.updateTask(taskId, { columnValues: { [id]: "x" } })
  ),
  "createTask with an assignee": use("memberId", ({ boardId }, id) =>
    Task.createTask({ boardId, name: "New", assignees: [id] })
  ),
  "updateTask with an assignee": use("memberId", ({ taskId }, id) => Task.updateTask(taskId, { assignees: [id] })),
  "addComment with a mention": use("memberId", ({ taskId }, id) =>
    Task.addComment(taskId, { content: "Hello", mentions: [id] })
  )
}

describe("a child of a board", () => {
  for (const [name, { act, child }] of Object.entries(USES)) {
    story(`${name}: without access every child fails alike`, function* () {
      const [on, other] = [yield* givenFull, yield* givenFull]
      for (const who of on.outsiders) {
        const failures = []
        for (const id of [on.children[child], other.children[child], "missing", ""]) {
          failures.push(JSON.stringify(yield* Effect.flip(as(who)(act(on, id)))))
        }
        assert.strictEqual(new Set(failures).size, 1, failures.join("\n"))
        assert.include(failures[0], `"_tag":"Forbidden"`)
      }
    })
  }

  const lowRoles = [
    ...([
      "updateGroup",
      "deleteGroup",
      "updateColumn",
      "deleteColumn",
      "updateMember",
      "removeMember",
      "withdrawInvitation",
      "resendInvitation"
    ] as const),
    ...(["deleteGroup with its tasks", "updateComment", "deleteComment"] as const),
    ...(["deleteSubtask", "updateTimeEntry", "deleteTimeEntry"] as const)
  ]
  for (const name of lowRoles) {
    story(`${name}: with too low a role a missing child is NotFound`, function* () {
      const on = yield* givenFull
      const { act, child } = USES[name]
      const tagOf = (id: string) =>
        Effect.map(Effect.either(as(on.viewer)(act(on, id))), (result) =>
          Either.isLeft(result) ? result.left._tag : "done"
        )
      assert.strictEqual(yield* tagOf("missing"), "NotFound")
      assert.strictEqual(yield* tagOf(on.children[child]), "Forbidden")
    })
  }
})
