import type { TestUser } from "../support/server.js"
import type { Session } from "./sideBySide.js"

/** A workspace with a board that has one of everything, and a user of every standing. */
export interface World {
  readonly owner: TestUser
  readonly admin: TestUser
  readonly editor: TestUser
  readonly viewer: TestUser
  /** Has a pending invitation as an editor. */
  readonly invitee: TestUser
  readonly stranger: TestUser
  /** Ids by the preceding path segment: `boards`, `tasks`, `subtasks` ... */
  readonly ids: Readonly<Record<string, string>>
}

/** Creates a `World` through the API. */
export const furnish = async ({ makeDelivery, send, user }: Session): Promise<World> => {
  const owner = await user("owner")
  const admin = await user("admin")
  const editor = await user("editor")
  const viewer = await user("viewer")
  const invitee = await user("invitee")
  const stranger = await user("stranger")
  const make = async (path: string, body: object, field: string): Promise<string> =>
    (await send("POST", path, owner, { body })).body[field].id
  const workspace = await make("/api/workspaces", { name: "Garden", icon: "🌱", color: "#00ff7f" }, "workspace")
  const board = await make("/api/boards", { name: "Spring", workspaceId: workspace }, "board")
  const group = await make(`/api/boards/${board}/groups`, { name: "Later" }, "group")
  const column = await make(`/api/boards/${board}/columns`, { name: "Notes", type: "text", required: true }, "column")
  for (const [person, role] of [
    [admin, "admin"],
    [editor, "editor"],
    [viewer, "viewer"]
  ] as const) {
    const invitation = await make(`/api/boards/${board}/invite`, { userId: person.id, role }, "invitation")
    await send("POST", `/api/invitations/${invitation}/accept`, person)
  }
  const invitation = await make(`/api/boards/${board}/invite`, { email: invitee.email, role: "editor" }, "invitation")
  const fields = { assignees: [owner.id, viewer.id], columnValues: { [column]: "deep" }, dueDate: "2027-03-25" }
  const task = await make("/api/tasks", { boardId: board, name: "Dig", ...fields }, "task")
  const subtask = await make(`/api/tasks/${task}/subtasks`, { name: "Fetch the spade" }, "subtask")
  const comment = await make(`/api/tasks/${task}/comments`, { content: "Deeper", mentions: [editor.id] }, "comment")
  const entry = await make(`/api/tasks/${task}/time-entries`, { duration: 0.1, description: "Digging" }, "timeEntry")
  const deleted = await make("/api/tasks", { boardId: board, name: "Deleted" }, "task")
  await send("DELETE", `/api/tasks/${deleted}`, editor)
  const { deletions } = (await send("GET", `/api/trash?boardId=${board}`, editor)).body
  const webhook = await make("/api/webhooks", { boardId: board, url: "https://receiver.invalid/" }, "webhook")
  const delivery = await makeDelivery(webhook, owner)
  // Makes it due again now: the pause between attempts is partly random.
  await send("POST", `/api/webhooks/${webhook}/deliveries/${delivery}/redeliver`, owner)
  const { changes } = (await send("GET", `/api/tasks/${task}/activity?limit=1`, owner)).body
  const ids = {
    changes: changes[0].id,
    trash: deletions[0].id,
    webhooks: webhook,
    deliveries: delivery,
    workspaces: workspace,
    boards: board,
    groups: group,
    columns: column,
    members: viewer.id,
    invitations: invitation,
    tasks: task,
    comments: comment,
    "time-entries": entry,
    subtasks: subtask
  }
  return { owner, admin, editor, viewer, invitee, stranger, ids }
}

/** Fills the parameters of a path template with ids. */
export const pathOf = (template: string, ids: Readonly<Record<string, string>>): string =>
  template.replaceAll(/([\w-]+)\/:\w+/g, (_, segment: string) => `${segment}/${ids[segment] ?? "nothing"}`)
