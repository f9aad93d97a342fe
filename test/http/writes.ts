import { randomUUID } from "node:crypto"
import { Webhook } from "@boardwright/core"
import { expect } from "vitest"
import type { Answer } from "../support/server.js"
import { as, type Home } from "./given.js"

/** Recorded fields of something new. */
const created = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([field, to]) => [field, { from: null, to }]))
/** Recorded fields of something removed. */
const removed = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([field, from]) => [field, { from, to: null }]))

/** A change as it is read, with what it has of `rest` besides. */
const change = (type: string, subjectId: string, fields: object, rest: object = {}) => ({
  type,
  subjectId,
  fields,
  ...rest
})

/** A change of a workspace or of its members. */
const ofWorkspace = (type: string, subjectId: string, fields: object) =>
  change(type, subjectId, fields, { boardId: null })

/** A request that changes something. */
export interface Write {
  readonly send: () => Promise<Answer>
  /** What the owner reads of it, beside what every change has. */
  readonly changes: (answer: Answer) => ReadonlyArray<object> | Promise<ReadonlyArray<object>>
  /** The id of who makes it, unless that is the owner. */
  readonly by?: string
}

/** Somebody who is invited to the board. */
export const givenInvited = async (home: Home) => {
  const user = await home.server.user("guest")
  const { body } = await home.post(`/api/boards/${home.boardId}/invite`, { userId: user.id, role: "viewer" })
  return { ...as(home.server, user), user, id: body.invitation.id, offer: { userId: user.id, role: "viewer" } }
}

/** Somebody who is invited to the workspace. */
const givenTeamInvitation = async (home: Home, role: string) => {
  const user = await home.server.user("teammate")
  const { body } = await home.post(`/api/workspaces/${home.workspaceId}/members`, { userId: user.id, role })
  return { user, id: body.invitation.id as string }
}

/** A member of the workspace. */
const givenTeammate = async (home: Home, role: string) => {
  const { id, user } = await givenTeamInvitation(home, role)
  await as(home.server, user).post(`/api/invitations/${id}/accept`)
  return { user }
}

const HOOK_ORIGIN = "https://receiver.invalid"
const HOOK = `${HOOK_ORIGIN}/hook`

const givenWebhook = async ({ boardId, post }: Home) => {
  const { body } = await post("/api/webhooks", { boardId, url: HOOK, types: ["task.created"] })
  const id: string = body.webhook.id
  return { id, path: `/api/webhooks/${id}` }
}

/** The path of the deletion of a task. */
const givenDeletion = async (home: Home) => {
  const taskId = await home.givenTask()
  await home.del(`/api/tasks/${taskId}`)
  const { body } = await home.get(`/api/trash?boardId=${home.boardId}`)
  return { deletion: `/api/trash/${body.deletions[0].id}`, taskId }
}

/** A comment of the caller. */
const givenComment = async (home: Home) => {
  const taskId = await home.givenTask()
  const { body } = await home.post(`/api/tasks/${taskId}/comments`, { content: "Deep" })
  const comment: string = body.comment.id
  return { comment, path: `/api/tasks/${taskId}/comments/${comment}`, taskId }
}

const givenTimeEntry = async (home: Home) => {
  const taskId = await home.givenTask()
  const entry = (await home.post(`/api/tasks/${taskId}/time-entries`, { duration: 90 })).body.timeEntry
  return { entry, path: `/api/tasks/${taskId}/time-entries/${entry.id}`, taskId }
}

/** Writes by the name of their route. */
export const WRITES: Record<string, (home: Home) => Promise<Write>> = {
  "accounts.completeOnboarding": async (home) => {
    const user = await home.server.user("new")
    const client = as(home.server, user)
    const answers = { companyName: "Garden", role: "Gardener", firstWorkspace: "First" }
    return { send: () => client.post("/api/auth/onboarding", answers), changes: () => [] }
  },
  "workspaces.create": async ({ post, user }) => ({
    send: () => post("/api/workspaces", { name: "Attic", color: "#112233" }),
    changes: ({ body: { workspace } }) => [
      change(
        "workspace.created",
        workspace.id,
        created({ name: "Attic", icon: workspace.icon, color: "#112233", ownerId: user.id }),
        { workspaceId: workspace.id, boardId: null }
      )
    ]
  }),
  "workspaces.duplicate": async (home) => {
    const { body: board } = await home.get(`/api/boards/${home.boardId}`)
    const { body: original } = await home.get(`/api/workspaces/${home.workspaceId}`)
    await home.givenTask()
    return {
      send: () => home.post(`/api/workspaces/${home.workspaceId}/duplicate`, { name: "Again", withTasks: true }),
      changes: async ({ body: { workspace } }) => {
        const { icon, color } = original
        const { body } = await home.get(`/api/boards?workspaceId=${workspace.id}`)
        const [copy] = body.boards
        const { background, name, viewDensity } = board
        return [
          change("workspace.created", workspace.id, created({ name: "Again", icon, color, ownerId: home.user.id }), {
            workspaceId: workspace.id,
            boardId: null
          }),
          change("board.created", copy.id, created({ name, background, viewDensity, tasks: 1 }), {
            workspaceId: workspace.id,
            boardId: copy.id
          })
        ]
      }
    }
  },
  "workspaces.update": async ({ patch, workspaceId }) => ({
    send: () => patch(`/api/workspaces/${workspaceId}`, { name: "Park" }),
    changes: () => [ofWorkspace("workspace.updated", workspaceId, { name: { from: "Home", to: "Park" } })]
  }),
  "workspaces.delete": async ({ del, workspaceId }) => ({
    send: () => del(`/api/workspaces/${workspaceId}`),
    changes: () => [ofWorkspace("workspace.deleted", workspaceId, removed({ name: "Home" }))]
  }),
  "workspaces.transfer": async (home) => {
    const { user } = await givenTeammate(home, "admin")
    return {
      send: () => home.post(`/api/workspaces/${home.workspaceId}/transfer`, { userId: user.id }),
      changes: () => [
        ofWorkspace("workspace.transferred", home.workspaceId, { ownerId: { from: home.user.id, to: user.id } })
      ]
    }
  },
  "workspaceMembers.invite": async ({ post, server, workspaceId }) => {
    const { id } = await server.user("guest")
    return {
      send: () => post(`/api/workspaces/${workspaceId}/members`, { userId: id, role: "editor" }),
      changes: ({ body: { invitation } }) => [
        ofWorkspace("workspaceInvitation.created", invitation.id, created({ userId: id, role: "editor" }))
      ]
    }
  },
  "workspaceMembers.update": async (home) => {
    const { user } = await givenTeammate(home, "viewer")
    return {
      send: () => home.patch(`/api/workspaces/${home.workspaceId}/members/${user.id}`, { role: "editor" }),
      changes: () => [ofWorkspace("workspaceMember.updated", user.id, { role: { from: "viewer", to: "editor" } })]
    }
  },
  "workspaceMembers.remove": async (home) => {
    const { user } = await givenTeammate(home, "viewer")
    return {
      send: () => home.del(`/api/workspaces/${home.workspaceId}/members/${user.id}`),
      changes: () => [ofWorkspace("workspaceMember.removed", user.id, removed({ role: "viewer" }))]
    }
  },
  "workspaceMembers.withdraw": async (home) => {
    const { id, user } = await givenTeamInvitation(home, "viewer")
    return {
      send: () => home.del(`/api/workspaces/${home.workspaceId}/invitations/${id}`),
      changes: () => [ofWorkspace("workspaceInvitation.withdrawn", id, removed({ userId: user.id, role: "viewer" }))]
    }
  },
  "workspaceMembers.resend": async ({ post, workspaceId }) => {
    const email = `${randomUUID()}@example.com`
    const { invitation } = (await post(`/api/workspaces/${workspaceId}/members`, { email, role: "viewer" })).body
    return {
      send: () => post(`/api/workspaces/${workspaceId}/invitations/${invitation.id}/resend`),
      changes: ({ body }) => [
        ofWorkspace("workspaceInvitation.updated", invitation.id, {
          expiresAt: { from: invitation.expiresAt, to: body.invitation.expiresAt }
        })
      ]
    }
  },
  "boards.create": async ({ post, workspaceId }) => ({
    send: () => post("/api/boards", { name: "Spring", workspaceId }),
    changes: ({ body: { board } }) => [
      change(
        "board.created",
        board.id,
        created({ name: "Spring", background: board.background, viewDensity: board.viewDensity }),
        { boardId: board.id }
      )
    ]
  }),
  "boards.duplicate": async (home) => {
    await home.givenTask()
    return {
      send: () => home.post(`/api/boards/${home.boardId}/duplicate`, { name: "Again", withTasks: true }),
      changes: ({ body: { board } }) => [
        change(
          "board.created",
          board.id,
          created({ name: "Again", background: board.background, viewDensity: board.viewDensity, tasks: 1 }),
          { boardId: board.id }
        )
      ]
    }
  },
  "boards.import": async ({ post, workspaceId }) => ({
    send: () =>
      post("/api/boards/import", {
        name: "Sheet",
        workspaceId,
        columnMappings: [],
        rows: [{ 0: "Dig" }, { 0: "Sow" }]
      }),
    changes: ({ body: { board } }) => [
      change(
        "board.created",
        board.id,
        created({ name: "Sheet", background: board.background, viewDensity: board.viewDensity, tasks: 2 }),
        { boardId: board.id }
      )
    ]
  }),
  "boards.update": async ({ boardId, patch }) => ({
    send: () => patch(`/api/boards/${boardId}`, { description: "Beds", viewDensity: "compact" }),
    changes: () => [
      change("board.updated", boardId, {
        description: { from: "", to: "Beds" },
        viewDensity: { from: "default", to: "compact" }
      })
    ]
  }),
  "boards.delete": async ({ boardId, del }) => ({
    send: () => del(`/api/boards/${boardId}`),
    changes: () => [change("board.deleted", boardId, removed({ name: "Board" }))]
  }),
  "boards.addGroup": async ({ boardId, post }) => ({
    send: () => post(`/api/boards/${boardId}/groups`, { name: "Later", color: "#445566" }),
    changes: ({ body: { group } }) => [change("group.created", group.id, created({ name: "Later", color: "#445566" }))]
  }),
  "boards.addColumn": async ({ boardId, post }) => ({
    send: () => post(`/api/boards/${boardId}/columns`, { name: "Notes", type: "text" }),
    changes: ({ body: { column } }) => [
      change(
        "column.created",
        column.id,
        created({ name: "Notes", type: "text", required: false, visible: true, strict: false })
      )
    ]
  }),
  "boards.updateColumn": async (home) => {
    const id = await home.givenColumn()
    return {
      send: () => home.patch(`/api/boards/${home.boardId}/columns/${id}`, { width: 80 }),
      changes: () => [change("column.updated", id, { width: { from: null, to: 80 } })]
    }
  },
  "boards.updateGroup": async (home) => {
    const id = await home.givenGroup()
    return {
      send: () => home.patch(`/api/boards/${home.boardId}/groups/${id}`, { beforeGroupId: home.groupId }),
      changes: () => [change("group.updated", id, { beforeGroupId: { from: null, to: home.groupId } })]
    }
  },
  "boards.deleteGroup": async (home) => {
    const id = await home.givenGroup()
    await home.post("/api/tasks", { boardId: home.boardId, groupId: id, name: "Task" })
    return {
      send: () => home.del(`/api/boards/${home.boardId}/groups/${id}?moveTasksTo=${home.groupId}`),
      changes: () => [
        change("group.deleted", id, {
          ...removed({ name: "Second", color: "#579BFC", tasks: 1 }),
          moveTasksTo: { from: null, to: home.groupId }
        })
      ]
    }
  },
  "boards.deleteColumn": async (home) => {
    const id = await home.givenColumn()
    await home.post("/api/tasks", { boardId: home.boardId, name: "Task", columnValues: { [id]: 1 } })
    return {
      send: () => home.del(`/api/boards/${home.boardId}/columns/${id}`),
      changes: () => [
        change(
          "column.deleted",
          id,
          removed({
            ...{ name: "Column", type: "text", required: false, description: "" },
            ...{ width: null, visible: true, field: null, options: [], strict: false, tasks: 1 }
          })
        )
      ]
    }
  },
  "members.invite": async ({ boardId, post, server }) => {
    const { id } = await server.user("guest")
    return {
      send: () => post(`/api/boards/${boardId}/invite`, { userId: id, role: "editor" }),
      changes: ({ body: { invitation } }) => [
        change("invitation.created", invitation.id, created({ userId: id, role: "editor" }))
      ]
    }
  },
  "members.update": async (home) => {
    const { user } = await home.givenMember("viewer")
    return {
      send: () => home.patch(`/api/boards/${home.boardId}/members/${user.id}`, { role: "editor" }),
      changes: () => [change("member.updated", user.id, { role: { from: "viewer", to: "editor" } })]
    }
  },
  "members.remove": async (home) => {
    const { user } = await home.givenMember("viewer")
    return {
      send: () => home.del(`/api/boards/${home.boardId}/members/${user.id}`),
      changes: () => [change("member.removed", user.id, removed({ role: "viewer" }))]
    }
  },
  "invitations.accept": async (home) => {
    const { id, offer, post, user } = await givenInvited(home)
    return {
      by: user.id,
      send: () => post(`/api/invitations/${id}/accept`),
      changes: () => [
        change("invitation.accepted", id, removed(offer)),
        change("member.added", user.id, created({ role: "viewer" }))
      ]
    }
  },
  "invitations.decline": async (home) => {
    const { id, offer, post, user } = await givenInvited(home)
    return {
      by: user.id,
      send: () => post(`/api/invitations/${id}/decline`),
      changes: () => [change("invitation.declined", id, removed(offer))]
    }
  },
  "invitations.withdraw": async (home) => {
    const { id, offer } = await givenInvited(home)
    return {
      send: () => home.del(`/api/boards/${home.boardId}/invitations/${id}`),
      changes: () => [change("invitation.withdrawn", id, removed(offer))]
    }
  },
  "invitations.resend": async (home) => {
    const { boardId, post } = home
    const email = `${randomUUID()}@example.com`
    const { invitation } = (await post(`/api/boards/${boardId}/invite`, { email, role: "viewer" })).body
    return {
      send: () => post(`/api/boards/${boardId}/invitations/${invitation.id}/resend`),
      changes: ({ body }) => [
        change("invitation.updated", invitation.id, {
          expiresAt: { from: invitation.expiresAt, to: body.invitation.expiresAt }
        })
      ]
    }
  },
  "tasks.create": async ({ boardId, groupId, post }) => ({
    send: () => post("/api/tasks", { boardId, name: "Dig", dueDate: "2027-03-25" }),
    changes: ({ body: { task } }) => [
      change(
        "task.created",
        task.id,
        created({ groupId, name: "Dig", status: "pending", priority: "medium", dueDate: task.dueDate }),
        { taskId: task.id }
      )
    ]
  }),
  "tasks.update": async (home) => {
    const column = await home.givenColumn()
    const taskId = await home.givenTask({ columnValues: { [column]: "deep" } })
    return {
      send: () =>
        home.patch(`/api/tasks/${taskId}`, { name: "Task", status: "done", columnValues: { [column]: null } }),
      changes: () => [
        change(
          "task.updated",
          taskId,
          { status: { from: "pending", to: "done" }, [`columnValues.${column}`]: { from: "deep", to: null } },
          { taskId }
        )
      ]
    }
  },
  "tasks.move": async (home) => {
    const [taskId, to] = [await home.givenTask(), await home.givenGroup()]
    return {
      send: () => home.patch(`/api/tasks/${taskId}/move`, { groupId: to }),
      changes: () => [change("task.moved", taskId, { groupId: { from: home.groupId, to } }, { taskId })]
    }
  },
  "tasks.moveToBoard": async (home) => {
    const taskId = await home.givenTask()
    const { body } = await home.post("/api/boards", { name: "Elsewhere", workspaceId: home.workspaceId })
    const { groups, id: boardId } = body.board
    const fields = { name: "Task", status: "pending", priority: "medium" }
    const change = { type: "task.transferred", taskId, subjectId: taskId, batchId: expect.any(String) }
    return {
      send: () => home.post(`/api/tasks/${taskId}/move-to-board`, { boardId }),
      changes: () => [
        { ...change, fields: removed({ ...fields, groupId: home.groupId }) },
        { ...change, boardId, fields: created({ ...fields, groupId: groups[0].id }) }
      ]
    }
  },
  "tasks.duplicate": async (home) => {
    const taskId = await home.givenTask({ description: "Deep" })
    await home.post(`/api/tasks/${taskId}/subtasks`, { name: "Part" })
    return {
      send: () => home.post(`/api/tasks/${taskId}/duplicate`, { name: "Again" }),
      changes: ({ body: { task } }) => [
        change(
          "task.created",
          task.id,
          created({
            groupId: home.groupId,
            name: "Again",
            status: "pending",
            priority: "medium",
            description: "Deep",
            subtasks: 1
          }),
          { taskId: task.id }
        )
      ]
    }
  },
  "tasks.bulk": async (home) => {
    const taskId = await home.givenTask()
    const batchId = expect.any(String)
    return {
      send: () =>
        home.post("/api/tasks/bulk", {
          boardId: home.boardId,
          operations: [
            { op: "update", id: taskId, patch: { status: "done" }, expect: { status: "pending" } },
            { op: "delete", id: taskId }
          ]
        }),
      changes: () => [
        change("task.updated", taskId, { status: { from: "pending", to: "done" } }, { taskId, batchId }),
        change("task.deleted", taskId, removed({ name: "Task", groupId: home.groupId }), { taskId, batchId })
      ]
    }
  },
  "trash.restore": async (home) => {
    const { deletion, taskId } = await givenDeletion(home)
    return {
      send: () => home.post(`${deletion}/restore`),
      changes: () => [change("task.restored", taskId, created({ name: "Task" }), { taskId })]
    }
  },
  "trash.purge": async (home) => {
    const { deletion, taskId } = await givenDeletion(home)
    return {
      send: () => home.del(deletion),
      changes: () => [change("task.purged", taskId, {}, { taskId })]
    }
  },
  "changes.undo": async (home) => {
    const taskId = await home.givenTask()
    await home.patch(`/api/tasks/${taskId}`, { status: "done" })
    const { body } = await home.get(`/api/tasks/${taskId}/activity`)
    return {
      send: () => home.post(`/api/changes/${body.changes[0].id}/undo`),
      changes: ({ body: { changes } }) => [
        change(
          "task.updated",
          taskId,
          { status: { from: "done", to: "pending" } },
          { taskId, batchId: changes[0].batchId }
        )
      ]
    }
  },
  "tasks.delete": async (home) => {
    const taskId = await home.givenTask()
    return {
      send: () => home.del(`/api/tasks/${taskId}`),
      changes: () => [
        change("task.deleted", taskId, removed({ name: "Task", groupId: home.groupId, beforeTaskId: null }), { taskId })
      ]
    }
  },
  "tasks.addComment": async (home) => {
    const taskId = await home.givenTask()
    return {
      send: () => home.post(`/api/tasks/${taskId}/comments`, { content: "Deep", mentions: [home.user.id] }),
      changes: ({ body: { comment } }) => [
        change("comment.created", comment.id, created({ content: "Deep", mentions: [home.user.id] }), { taskId })
      ]
    }
  },
  "tasks.updateComment": async (home) => {
    const { comment, path, taskId } = await givenComment(home)
    return {
      send: () => home.patch(path, { content: "Deeper" }),
      changes: () => [change("comment.updated", comment, { content: { from: "Deep", to: "Deeper" } }, { taskId })]
    }
  },
  "tasks.deleteComment": async (home) => {
    const { comment, path, taskId } = await givenComment(home)
    return {
      send: () => home.del(path),
      changes: () => [change("comment.deleted", comment, {}, { taskId })]
    }
  },
  "tasks.addSubtask": async (home) => {
    const taskId = await home.givenTask()
    return {
      send: () => home.post(`/api/tasks/${taskId}/subtasks`, { name: "Spade" }),
      changes: ({ body: { subtask } }) => [
        change("subtask.created", subtask.id, created({ name: "Spade" }), { taskId })
      ]
    }
  },
  "tasks.updateSubtask": async (home) => {
    const taskId = await home.givenTask()
    const { body } = await home.post(`/api/tasks/${taskId}/subtasks`, { name: "Spade" })
    const id: string = body.subtask.id
    return {
      send: () => home.patch(`/api/tasks/${taskId}/subtasks/${id}`, { completed: true }),
      changes: () => [change("subtask.updated", id, { completed: { from: false, to: true } }, { taskId })]
    }
  },
  "tasks.addTimeEntry": async (home) => {
    const taskId = await home.givenTask()
    return {
      send: () => home.post(`/api/tasks/${taskId}/time-entries`, { duration: 90 }),
      changes: ({ body: { timeEntry } }) => [
        change("timeEntry.created", timeEntry.id, created({ duration: 90 }), { taskId })
      ]
    }
  },
  "tasks.deleteSubtask": async (home) => {
    const taskId = await home.givenTask()
    const { subtask } = (await home.post(`/api/tasks/${taskId}/subtasks`, { name: "Spade" })).body
    const fields = { name: "Spade", completed: false, createdAt: subtask.createdAt }
    return {
      send: () => home.del(`/api/tasks/${taskId}/subtasks/${subtask.id}`),
      changes: () => [change("subtask.deleted", subtask.id, removed(fields), { taskId })]
    }
  },
  "tasks.updateTimeEntry": async (home) => {
    const { entry, path, taskId } = await givenTimeEntry(home)
    return {
      send: () => home.patch(path, { duration: 75 }),
      changes: () => [change("timeEntry.updated", entry.id, { duration: { from: 90, to: 75 } }, { taskId })]
    }
  },
  "tasks.deleteTimeEntry": async (home) => {
    const { entry, path, taskId } = await givenTimeEntry(home)
    const fields = { userId: home.user.id, duration: 90, description: "", createdAt: entry.createdAt }
    return {
      send: () => home.del(path),
      changes: () => [change("timeEntry.deleted", entry.id, removed(fields), { taskId })]
    }
  },
  "webhooks.create": async ({ boardId, post }) => ({
    send: () => post("/api/webhooks", { boardId, url: HOOK, types: ["task.created"] }),
    changes: ({ body: { webhook } }) => [
      change("webhook.created", webhook.id, created({ url: HOOK_ORIGIN, types: ["task.created"], status: "active" }))
    ]
  }),
  "webhooks.update": async (home) => {
    const { id, path } = await givenWebhook(home)
    return {
      send: () => home.patch(path, { types: ["task.moved"] }),
      changes: () => [change("webhook.updated", id, { types: { from: ["task.created"], to: ["task.moved"] } })]
    }
  },
  "webhooks.rotateSecret": async (home) => {
    const { id, path } = await givenWebhook(home)
    return {
      send: () => home.post(`${path}/rotate-secret`),
      changes: () => [change("webhook.secretRotated", id, {})]
    }
  },
  "webhooks.test": async (home) => {
    const { path } = await givenWebhook(home)
    return { send: () => home.post(`${path}/test`), changes: () => [] }
  },
  "webhooks.redeliver": async (home) => {
    const { path } = await givenWebhook(home)
    await home.givenTask()
    await home.server.run(Webhook.deliverWebhooks)
    const { body } = await home.get(`${path}/deliveries`)
    return { send: () => home.post(`${path}/deliveries/${body.deliveries[0].id}/redeliver`), changes: () => [] }
  },
  "webhooks.replay": async (home) => {
    const { path } = await givenWebhook(home)
    return { send: () => home.post(`${path}/replay`, { since: "2026-01-01T00:00:00Z" }), changes: () => [] }
  },
  "webhooks.delete": async (home) => {
    const { id, path } = await givenWebhook(home)
    return {
      send: () => home.del(path),
      changes: () => [
        change("webhook.deleted", id, removed({ url: HOOK_ORIGIN, types: ["task.created"], status: "active" }))
      ]
    }
  }
}
