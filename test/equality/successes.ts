import { SPREADSHEET } from "../client/spreadsheet.js"
import { MISSING } from "../http/given.js"
import type { Session } from "./sideBySide.js"
import type { World } from "./world.js"

const lists = async ({ send }: Session, { ids, owner, viewer }: World): Promise<void> => {
  const board = `boardId=${ids["boards"]}`
  for (const person of [owner, viewer]) {
    for (const path of ["/api/workspaces", `/api/boards?workspaceId=${ids["workspaces"]}`, "/api/invitations"]) {
      const more = path.includes("?") ? "&" : "?"
      for (const page of ["", `${more}page=1`, `${more}page=2&limit=1`, `${more}limit=1000`, `${more}page=999`]) {
        await send("GET", path + page, person)
      }
    }
    for (const filter of ["", `&groupId=${ids["groups"]}`, "&status=pending", `&assignee=${viewer.id}`, "&status="]) {
      await send("GET", `/api/tasks?${board}${filter}`, person)
      await send("GET", `/api/tasks?${board}${filter}&page=1&limit=2`, person)
    }
  }
  await send("GET", `/api/tasks?${board}&groupId=${ids["groups"]}&status=done&assignee=x`, owner)
  await send("GET", `/api/boards/${ids["boards"]}/invitations?page=1`, owner)
}

const boards = async ({ send }: Session, { editor, ids, owner, stranger }: World): Promise<void> => {
  const workspace = `/api/workspaces/${ids["workspaces"]}`
  const board = `/api/boards/${ids["boards"]}`
  await send("PATCH", workspace, owner, { body: { icon: "👨‍👩‍👧‍👦", color: "#ABCDEF" } })
  await send("GET", workspace, editor)
  await send("PATCH", board, owner, {
    body: { background: { type: "gradient", value: "linear-gradient(#fff, #000)" } }
  })
  await send("PATCH", board, owner, {
    body: { description: "Ümlaut ‮ \u0001", viewDensity: "compact", background: null }
  })
  const column = `${board}/columns/${ids["columns"]}`
  await send("PATCH", column, editor, { body: { width: 0.1, visible: false, required: null } })
  await send("PATCH", column, editor, { body: { width: null, name: "  Renamed  " } })
  const foreign = (await send("POST", "/api/workspaces", stranger, { body: { name: "Elsewhere" } })).body.workspace
  const other = { name: "Other", workspaceId: foreign.id }
  const theirs = (await send("POST", "/api/boards", stranger, { body: other })).body.board
  await send("PATCH", `/api/boards/${theirs.id}/columns/${ids["columns"]}`, stranger, { body: { name: "Mine" } })
  await send("PATCH", `/api/tasks/${ids["tasks"]}`, owner, { body: { groupId: theirs.groups[0].id } })
  await send("PATCH", `/api/tasks/${ids["tasks"]}`, owner, { body: { boardId: theirs.id } })
  const sheet = { workspaceId: ids["workspaces"], ...SPREADSHEET }
  await send("POST", "/api/boards/import?dryRun=true", owner, { body: sheet })
  const imported = (await send("POST", "/api/boards/import", owner, { body: sheet })).body.board
  const { tasks } = (await send("GET", `/api/tasks?boardId=${imported.id}`, owner)).body
  for (const { id } of tasks) await send("GET", `/api/tasks/${id}`, owner)
  await send("DELETE", `/api/boards/${imported.id}`, owner)
  await send("GET", `/api/tasks/${tasks[0].id}`, owner)
  await send("DELETE", `/api/workspaces/${foreign.id}`, stranger)
  await send("GET", `/api/boards/${theirs.id}`, stranger)
}

const members = async ({ send }: Session, world: World): Promise<void> => {
  const { admin, ids, invitee, owner, stranger, viewer } = world
  const board = `/api/boards/${ids["boards"]}`
  const invite = (body: object) => send("POST", `${board}/invite`, admin, { body })
  await invite({ email: invitee.email, role: "admin" })
  await send("POST", `${board}/invitations/${ids["invitations"]}/resend`, admin)
  await invite({ userId: viewer.id, role: "admin" })
  await invite({ userId: owner.id, role: "admin" })
  await invite({ email: "nobody@example.com", role: "viewer" })
  await send("GET", "/api/invitations", invitee)
  await send("GET", `${board}/invitations`, admin)
  await send("GET", `${board}/people?page=1&limit=4`, viewer)
  await send("GET", `${board}/people`, admin)
  for (const format of ["", "?format=csv", "?format=pdf"]) {
    for (const person of [admin, viewer]) await send("GET", `${board}/export${format}`, person)
  }
  await send("POST", `/api/invitations/${ids["invitations"]}/decline`, invitee)
  await send("POST", `/api/invitations/${ids["invitations"]}/accept`, invitee)
  await send("POST", `/api/invitations/${ids["invitations"]}/decline`, invitee)
  await send("DELETE", `${board}/invitations/${ids["invitations"]}`, admin)
  await send("POST", `${board}/invitations/${ids["invitations"]}/resend`, admin)
  const { invitation } = (await invite({ userId: stranger.id, role: "viewer" })).body
  await send("GET", board, stranger)
  await send("DELETE", `${board}/invitations/${invitation.id}`, admin)
  await send("GET", board, stranger)
  await send("PATCH", `${board}/members/${viewer.id}`, admin, { body: { role: "editor" } })
  await send("PATCH", `${board}/members/${admin.id}`, admin, { body: { role: "viewer" } })
  await send("PATCH", `${board}/members/${owner.id}`, owner, { body: { role: "viewer" } })
  await send("DELETE", `${board}/members/${owner.id}`, owner)
  await send("DELETE", `${board}/members/${viewer.id}`, owner)
  await send("GET", board, owner)
}

const team = async ({ send }: Session, { ids, owner, stranger, viewer }: World): Promise<void> => {
  const workspace = `/api/workspaces/${ids["workspaces"]}`
  const invite = (body: object) => send("POST", `${workspace}/members`, owner, { body })
  const { invitation } = (await invite({ userId: stranger.id, role: "viewer" })).body
  await invite({ userId: stranger.id, role: "editor" })
  await invite({ userId: owner.id, role: "editor" })
  const mailed = (await invite({ email: "nobody@example.com", role: "viewer" })).body.invitation
  await send("GET", `${workspace}/invitations`, owner)
  await send("POST", `${workspace}/invitations/${mailed.id}/resend`, owner)
  await send("DELETE", `${workspace}/invitations/${mailed.id}`, owner)
  await send("GET", "/api/invitations", stranger)
  await send("POST", `/api/invitations/${invitation.id}/accept`, stranger)
  await send("POST", `${workspace}/invitations/${invitation.id}/resend`, owner)
  await send("DELETE", `${workspace}/invitations/${invitation.id}`, owner)
  for (const person of [stranger, viewer]) await send("GET", `${workspace}/members`, person)
  await send("GET", `/api/boards/${ids["boards"]}/people`, stranger)
  await send("GET", "/api/workspaces", stranger)
  await send("GET", `/api/boards?workspaceId=${ids["workspaces"]}`, stranger)
  await send("PATCH", workspace, stranger, { body: { name: "Mine" } })
  await send("PATCH", `${workspace}/members/${stranger.id}`, owner, { body: { role: "admin" } })
  await send("PATCH", workspace, stranger, { body: { color: "#ABCDEF", ownerId: stranger.id } })
  await send("POST", `${workspace}/transfer`, stranger, { body: { userId: stranger.id } })
  await send("POST", `${workspace}/transfer`, owner, { body: { userId: viewer.id } })
  await send("POST", `${workspace}/transfer`, owner, { body: { userId: stranger.id } })
  await send("POST", `${workspace}/transfer`, stranger, { body: { userId: owner.id } })
  await send("DELETE", `${workspace}/members/${stranger.id}`, stranger)
  await send("GET", workspace, stranger)
}

const tasks = async ({ send }: Session, { editor, ids, owner, viewer }: World): Promise<void> => {
  const task = `/api/tasks/${ids["tasks"]}`
  const column = ids["columns"] ?? ""
  const patch = (body: object) => send("PATCH", task, editor, { body })
  const second = await send("POST", "/api/tasks", editor, { body: { boardId: ids["boards"], name: "Second" } })
  await patch({
    columnValues: { [column]: { b: [1, { "2": null, "1": "ü" }], a: -0.5 } },
    assignees: [viewer.id, owner.id]
  })
  await patch({ columnValues: { [column]: null }, dueDate: "1970-01-01T00:00:00.001+00:00" })
  await patch({ description: "more", dueDate: null, assignees: null, status: "Done", priority: "  High " })
  await patch({})
  await send("PATCH", `${task}/move`, editor, { body: { groupId: ids["groups"] } })
  await send("PATCH", `${task}/subtasks/${ids["subtasks"]}`, editor, { body: { completed: true, name: "Fetched" } })
  await send("PATCH", `/api/tasks/${second.body.task.id}/subtasks/${ids["subtasks"]}`, editor, { body: {} })
  await send("POST", `${task}/comments`, viewer, {
    body: { content: " kept as sent ", mentions: [viewer.id, viewer.id] }
  })
  const ofOwner = `${task}/comments/${ids["comments"]}`
  for (const person of [viewer, editor, owner]) {
    await send("PATCH", ofOwner, person, { body: { content: " still deeper ", mentions: null } })
  }
  await send("PATCH", ofOwner, owner, { body: {} })
  for (const person of [editor, owner, owner]) await send("DELETE", ofOwner, person)
  for (const name of ["Dig", "Rake"]) {
    const { subtask } = (await send("POST", `${task}/subtasks`, editor, { body: { name } })).body
    const path = `${task}/subtasks/${subtask.id}`
    for (const beforeSubtaskId of [ids["subtasks"], subtask.id, ids["tasks"], null, ids["subtasks"]]) {
      await send("PATCH", path, editor, { body: { beforeSubtaskId } })
    }
  }
  const { timeEntry } = (await send("POST", `${task}/time-entries`, editor, { body: { duration: 1e308 } })).body
  const entry = `${task}/time-entries/${timeEntry.id}`
  await send("PATCH", entry, owner, { body: { duration: 0.1, description: "Dug" } })
  const { subtask } = (await send("POST", `${task}/subtasks`, editor, { body: { name: "Deleted" } })).body
  for (const path of [entry, `${task}/subtasks/${subtask.id}`]) {
    for (const person of [viewer, editor, editor]) await send("DELETE", path, person)
  }
  await send("GET", task, viewer)
  await send("DELETE", `/api/tasks/${second.body.task.id}`, editor)
  await send("DELETE", `/api/tasks/${second.body.task.id}`, editor)
}

const moves = async ({ send }: Session, { editor, ids, owner, viewer }: World): Promise<void> => {
  const board = `/api/boards/${ids["boards"]}`
  const make = async (path: string, body: object, field: string) =>
    (await send("POST", path, owner, { body })).body[field]
  const undoLast = async () => {
    const { changes } = (await send("GET", `${board}/activity?limit=1`, owner)).body
    await send("POST", `/api/changes/${changes[0].id}/undo`, owner)
  }
  const other = await make("/api/boards", { name: "Autumn", workspaceId: ids["workspaces"] }, "board")
  const [kept, lost] = [
    await make(`${board}/columns`, { name: "Kept", type: "text" }, "column"),
    await make(`${board}/columns`, { name: "Lost", type: "text" }, "column")
  ]
  const same = await make(`/api/boards/${other.id}/columns`, { name: "Kept", type: "text" }, "column")
  const columnValues = { [kept.id]: "Leaves", [lost.id]: [1.5, { ü: null }] }
  const group = await make(`${board}/groups`, { name: "Emptied" }, "group")
  const created = { boardId: ids["boards"], groupId: group.id, name: "Rake", columnValues }
  const [first, second] = [await make("/api/tasks", created, "task"), await make("/api/tasks", created, "task")]
  await make(`/api/tasks/${first.id}/subtasks`, { name: "Fetch the rake" }, "subtask")
  for (const [person, body] of [
    [owner, { boardId: ids["boards"] }],
    [owner, { boardId: other.id, groupId: group.id }],
    [editor, { boardId: other.id }],
    [owner, { boardId: other.id, groupId: null }],
    [owner, { boardId: ids["boards"], groupId: group.id }],
    [owner, { boardId: other.id, groupId: other.groups[0].id }]
  ] as const) {
    await send("POST", `/api/tasks/${first.id}/move-to-board`, person, { body })
    await send("GET", `/api/tasks/${first.id}`, editor)
  }
  await undoLast()
  const emptied = `${board}/groups/${group.id}`
  for (const query of ["", ...["", group.id, other.groups[0].id, MISSING].map((to) => `?moveTasksTo=${to}`)])
    await send("DELETE", emptied + query, editor)
  for (const person of [viewer, editor, editor]) await send("DELETE", `${emptied}?moveTasksTo=${ids["groups"]}`, person)
  await undoLast()
  for (const { id } of other.groups) await send("DELETE", `/api/boards/${other.id}/groups/${id}`, owner)
  for (const [person, id] of [
    [viewer, kept.id],
    [editor, kept.id],
    [editor, kept.id],
    [editor, same.id]
  ])
    await send("DELETE", `${board}/columns/${id}`, person)
  await undoLast()
  for (const path of [`/api/tasks/${second.id}`, board, `/api/boards/${other.id}`, `${board}/activity?limit=100`])
    await send("GET", path, owner)
}

const changes = async ({ send }: Session, { ids, owner, stranger, viewer }: World): Promise<void> => {
  const onBoard = `boardId=${ids["boards"]}`
  for (const person of [owner, viewer, stranger]) {
    const { body } = await send("GET", "/api/changes?limit=5", person)
    await send("GET", `/api/changes?limit=500&since=${body.cursor}`, person)
    await send("GET", `/api/changes?${onBoard}&types=task.updated,comment.created`, person)
    await send("GET", `/api/changes?workspaceId=${ids["workspaces"]}&since=now`, person)
    await send("GET", `/api/changes?since=${"0".repeat(32)}.1`, person)
    await send("GET", `/api/changes/stream?${onBoard}&types=task.updated`, person)
    await send("GET", `/api/changes/stream?workspaceId=${ids["workspaces"]}&since=now`, person)
    await send("GET", `/api/changes/stream?since=${"0".repeat(32)}.1`, person)
    await send("GET", `/api/boards/${ids["boards"]}/activity?limit=500`, person)
    await send("GET", `/api/boards/${ids["boards"]}/activity?page=2&limit=3&type=task.updated`, person)
    await send("GET", `/api/tasks/${ids["tasks"]}/activity?actor=${owner.id}`, person)
    await send("GET", `/api/search?q=sow&${onBoard}`, person)
    await send("GET", "/api/search?q=sow&limit=5", person)
    await send("GET", `/api/search?q=sow&boardId=${MISSING}`, person)
    await send("GET", `/api/tasks?${onBoard}&q=s+p&sort=-name`, person)
    for (const query of ["", "?limit=2&page=1&sort=-status,priority,name", `?workspaceId=${MISSING}`]) {
      await send("GET", `/api/tasks/mine${query}`, person)
    }
    await send("GET", `/api/tasks?${onBoard}&q=so&status=done&include=counts&page=1&limit=1`, person)
  }
}

const undos = async ({ send }: Session, { editor, ids, owner }: World): Promise<void> => {
  const task = `/api/tasks/${ids["tasks"]}`
  await send("PATCH", task, editor, { body: { status: "to undo", columnValues: { [ids["columns"] ?? ""]: [1.5] } } })
  const { changes } = (await send("GET", `${task}/activity?limit=1`, editor)).body
  for (const person of [editor, editor]) await send("POST", `/api/changes/${changes[0].id}/undo`, person)
  const { body } = await send("GET", `${task}/activity?limit=1`, editor)
  await send("POST", `/api/changes/${body.changes[0].batchId}/undo`, editor)
  await send("GET", task, owner)
  const board = `/api/boards/${ids["boards"]}`
  await send("PATCH", board, owner, { body: { viewDensity: "to undo" } })
  const newest = (await send("GET", `${board}/activity?limit=1`, owner)).body.changes[0]
  for (const person of [editor, owner]) await send("POST", `/api/changes/${newest.id}/undo`, person)
  const joined = (await send("GET", `${board}/activity?type=member.added&limit=1`, owner)).body.changes[0]
  await send("POST", `/api/changes/${joined.id}/undo`, owner)
  const { task: created } = (
    await send("POST", "/api/tasks", editor, { body: { boardId: ids["boards"], name: "Oops" } })
  ).body
  const undoLast = async () => {
    const { body } = await send("GET", `${board}/activity?limit=1`, editor)
    return send("POST", `/api/changes/${body.changes[0].id}/undo`, editor)
  }
  for (const _ of ["to the trash", "back", "to the trash"]) await undoLast()
  await send("GET", `/api/tasks/${created.id}`, editor)
  for (const [path, body] of Object.entries({
    [`${board}/groups`]: { name: "Oops" },
    [`${task}/subtasks`]: { name: "Oops" },
    [`${task}/time-entries`]: { duration: 2 },
    [`${task}/comments`]: { content: "Oops" }
  })) {
    await send("POST", path, editor, { body })
    for (const _ of ["removed", "back", "removed"]) await undoLast()
  }
  for (const path of [task, board, `${board}/activity?limit=100`]) await send("GET", path, owner)
}

const bulk = async ({ send }: Session, { editor, ids, viewer }: World): Promise<void> => {
  const boardId = ids["boards"]
  const patch = { status: "done" }
  for (const operations of [
    [
      { op: "create", ref: "new", task: { name: "Sow" } },
      { op: "update", id: "new", patch, expect: { status: "pending" } },
      { op: "move", id: "new", groupId: ids["groups"] },
      { op: "delete", id: "new" }
    ],
    [{ op: "update", id: ids["tasks"], patch, expect: { name: "Another" } }],
    [{ op: "update", id: MISSING, patch }]
  ])
    for (const person of [editor, viewer])
      await send("POST", "/api/tasks/bulk", person, { body: { boardId, operations } })
}

const trash = async ({ send }: Session, { admin, editor, ids, owner, stranger, viewer }: World): Promise<void> => {
  const { tasks } = (await send("GET", `/api/tasks?boardId=${ids["boards"]}`, owner)).body
  const places = [
    `boardId=${ids["boards"]}`,
    `workspaceId=${ids["workspaces"]}`,
    `workspaceId=${ids["workspaces"]}&limit=1`
  ]
  const everyone = [owner, admin, editor, viewer, stranger]
  const list = async () => {
    for (const person of everyone) for (const place of places) await send("GET", `/api/trash?${place}`, person)
  }
  for (const { id } of tasks.slice(0, 2)) await send("DELETE", `/api/tasks/${id}`, editor)
  await list()
  await send("DELETE", `/api/boards/${ids["boards"]}`, owner)
  await list()
  const { deletions } = (await send("GET", `/api/trash?${places[1]}`, owner)).body
  const restore = (id: string) => everyone.map((person) => () => send("POST", `/api/trash/${id}/restore`, person))
  for (const attempt of [...restore(ids["trash"] ?? ""), ...restore(deletions[0].id).toReversed()]) await attempt()
  for (const person of [viewer, editor, owner]) await send("DELETE", `/api/trash/${ids["trash"]}`, person)
  await send("POST", `/api/trash/${ids["trash"]}/restore`, owner)
  await list()
  for (const { id } of (await send("GET", `/api/trash?${places[0]}`, owner)).body.deletions) {
    await send("POST", `/api/trash/${id}/restore`, editor)
  }
  await send("GET", `/api/tasks?boardId=${ids["boards"]}`, viewer)
  await send("DELETE", `/api/boards/${ids["boards"]}?permanent=maybe`, owner)
  for (const permanent of ["maybe", "", "false", "true"]) {
    for (const person of [editor, owner])
      await send("DELETE", `/api/tasks/${tasks[0]?.id}?permanent=${permanent}`, person)
  }
}

const tokens = async ({ send }: Session, { ids, owner, viewer }: World): Promise<void> => {
  const input = { name: " CI ", scopes: ["write", "read", "read"], workspaceIds: [ids["workspaces"]] }
  const { body } = await send("POST", "/api/tokens", owner, { body: { ...input, expiresAt: "2090-01-01" } })
  await send("POST", "/api/tokens", viewer, { body: { name: "All", scopes: ["manage"] } })
  for (const wrong of [{ scopes: [] }, { scopes: ["all"] }, { expiresAt: "2020-01-01" }, { boardIds: ["none"] }]) {
    await send("POST", "/api/tokens", owner, { body: { ...input, workspaceIds: undefined, ...wrong } })
  }
  await send("GET", "/api/tokens?limit=1", owner)
  for (const path of ["/api/auth/me", "/api/tokens", "/api/workspaces"]) await send("GET", path, body)
  for (let time = 0; time < 2; time++) await send("DELETE", `/api/tokens/${body.apiToken.id}`, owner)
  await send("GET", "/api/auth/me", body)
}

const calendar = async ({ send }: Session, { admin, ids, owner, stranger, viewer }: World): Promise<void> => {
  const board = `/api/boards/${ids["boards"]}`
  const { body } = await send("POST", `${board}/calendar-link`, viewer)
  await send("POST", `${board}/calendar-link`, stranger)
  await send("GET", `${board}/calendar-links`, stranger)
  for (const person of [viewer, admin, owner]) await send("GET", `${board}/calendar-links?limit=1`, person)
  const feed = body.calendarLink.url
  for (const path of [feed, `${feed}0`, `${board}/calendar.ics`]) await send("GET", path)
  const link = `${board}/calendar-links/${body.calendarLink.id}`
  for (const person of [stranger, viewer, admin]) await send("DELETE", link, person)
  await send("GET", feed)
}

const webhooks = async ({ send }: Session, { ids, owner, viewer }: World): Promise<void> => {
  const input = { url: "https://receiver.invalid/hook", types: ["task.created"] }
  const places = { boardId: ids["boards"], workspaceId: ids["workspaces"] }
  for (const [name, id] of Object.entries(places)) {
    await send("POST", "/api/webhooks", owner, { body: { ...input, [name]: id } })
    await send("GET", `/api/webhooks?${name}=${id}&limit=1`, owner)
    await send("GET", `/api/webhooks?${name}=${id}`, viewer)
  }
  const webhook = `/api/webhooks/${ids["webhooks"]}`
  for (const person of [owner, viewer]) {
    await send("GET", webhook, person)
    await send("PATCH", webhook, person, { body: { types: null } })
    await send("POST", `${webhook}/replay`, person, { body: { since: "2026-01-01", until: "2026-01-02" } })
    await send("POST", `${webhook}/deliveries/${ids["deliveries"]}/redeliver`, person)
    await send("GET", `${webhook}/deliveries?status=pending`, person)
    await send("POST", `${webhook}/test`, person)
    await send("POST", `${webhook}/rotate-secret`, person)
  }
  for (const person of [viewer, owner, owner]) await send("DELETE", webhook, person)
}

/** Sends valid requests to every endpoint and reads the results. */
export const successes = async (session: Session, world: World): Promise<void> => {
  await session.send("GET", "/api/health")
  await session.send("GET", "/api/health/ready")
  await session.send("GET", "/api/openapi.json")
  await lists(session, world)
  await tasks(session, world)
  await undos(session, world)
  await moves(session, world)
  await boards(session, world)
  await members(session, world)
  await team(session, world)
  await lists(session, world)
  await changes(session, world)
  await tokens(session, world)
  await calendar(session, world)
  await webhooks(session, world)
  await bulk(session, world)
  await trash(session, world)
  await session.send("DELETE", `/api/workspaces/${world.ids["workspaces"]}`, world.owner)
  await lists(session, world)
  await session.send("GET", "/api/changes?limit=500", world.viewer)
}
