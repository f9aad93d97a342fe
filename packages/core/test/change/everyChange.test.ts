import { Access, Account, Board, Calendar, Change, Facade, Task, Trash, Webhook, Workspace } from "@boardwright/core"
import {
  aConsumer,
  anApiToken,
  anInvitation,
  aSession,
  givenAccount,
  givenTask,
  type Inventory,
  type MemoryState
} from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Record } from "effect"
import { header } from "../archive/fixtures.js"
import { afterNoon, as, asOperator, sent, stored, story } from "../support.js"
import { givenTeamTask } from "../task/support.js"
import { differingRows, explains, readersIn, rowsOf, verifyFields, verifySides } from "./storedRows.js"

const OPERATOR = "operator"
const PASSWORD = "Correct-horse-1"

/** A team with a task, a subtask and an invited user, and a user who owns and reads nothing. */
const givenWorld = Effect.gen(function* () {
  const team = yield* givenTeamTask
  const [invited, newcomer] = [yield* givenAccount(), yield* givenAccount()]
  const { invitation } = yield* as(team.admin)(Board.inviteMember(team.boardId, { userId: invited.id, role: "viewer" }))
  const someone = { ...anInvitation({ boardId: team.boardId, userId: invited.id }), userId: null }
  const offer = { ...someone, email: "grace@example.test", expiresAt: afterNoon(1) }
  const mailed = yield* (yield* Board.InvitationRepository).offer(offer)
  const [partner, teammate] = [yield* givenAccount(), yield* givenAccount()]
  const workspaces = yield* Workspace.WorkspaceRepository
  yield* workspaces.putMember(team.workspace.id, { userId: partner.id, role: "admin" }, afterNoon(0))
  const toTeam = Board.inviteToWorkspace(team.workspace.id, { userId: teammate.id, role: "viewer" })
  const teamInvitation = (yield* as(team.owner)(toTeam)).invitation
  const teamOffer = { ...offer, ...Board.placeFields({ kind: "workspace", id: team.workspace.id }) }
  const teamMailed = yield* (yield* Board.InvitationRepository).offer({ ...teamOffer, id: sent("team-mailed") })
  const entry = yield* as(team.editor)(Task.addTimeEntry(team.taskId, { duration: 1.5, description: "Drawing" }))
  const comment = yield* as(team.viewer)(Task.addComment(team.taskId, { content: "First" }))
  const subtask = yield* as(team.editor)(run("tasks.addSubtask", [team.taskId, { name: "Part" }]))
  yield* as(team.editor)(run("tasks.update", [team.taskId, { description: "Why" }]))
  const changeId = (yield* stored).feed.changes.at(-1)?.id ?? ""
  const consumer = aConsumer()
  yield* (yield* Change.ConsumerRepository).insert(consumer)
  const hook = Webhook.createWebhook({ boardId: team.boardId, url: "https://example.test/?key=1" })
  const { id: webhookId } = (yield* as(team.admin)(hook)).webhook
  yield* Webhook.deliverWebhooks
  const { items } = yield* as(team.admin)(Webhook.listDeliveries(webhookId))
  const deleted = yield* givenTask(team)
  yield* as(team.editor)(Task.deleteTask(deleted.id))
  yield* asOperator(Account.setPassword(team.viewer, { password: PASSWORD }))
  const session = aSession({ userId: team.viewer, tokenVersion: 1 })
  yield* (yield* Account.SessionRepository).insert(session, 1)
  const token = anApiToken({ userId: team.viewer })
  yield* (yield* Account.ApiTokenRepository).insert(token, 1)
  const { calendarLink } = yield* as(team.viewer)(Calendar.createCalendarLink(team.boardId))
  const elsewhere = yield* as(team.owner)(Board.createBoard({ name: "Elsewhere", workspaceId: team.workspace.id }))
  const trash = yield* as(team.editor)(Trash.listTrash({ boardId: team.boardId }))
  return {
    ...team,
    deletionId: trash.items[0]?.id ?? "",
    changeId,
    webhookId,
    deliveryId: items[0]?.id ?? "",
    [OPERATOR]: null,
    consumer: consumer.name,
    workspaceId: team.workspace.id,
    elsewhere: elsewhere.id,
    partner: partner.id,
    teammate: teammate.id,
    teamInvitationId: teamInvitation.id,
    teamMailedId: teamMailed.id,
    sessionId: session.id,
    tokenId: token.id,
    calendarLinkId: calendarLink.id,
    columnId: team.columns[0].id,
    commentId: comment.id,
    entryId: entry.id,
    subtaskId: (subtask as { readonly id: string }).id,
    invitationId: invitation.id,
    mailedId: mailed.id,
    invited: invited.id,
    newcomer: newcomer.id
  }
})
type World = Effect.Effect.Success<typeof givenWorld>

interface Call {
  readonly by: "owner" | "admin" | "editor" | "viewer" | "invited" | "newcomer" | "teammate" | typeof OPERATOR
  readonly args: (world: World) => ReadonlyArray<unknown>
  /** The types of the changes, in order. Of `board.deleted` and `workspace.deleted` there is one for each reader. */
  readonly records: ReadonlyArray<Change.ChangeType>
  /** Whether its changes are a batch of their own. */
  readonly ownBatch?: true
  /** Arguments that change nothing. */
  readonly idle?: (world: World) => ReadonlyArray<unknown>
}

const writes = (by: Call["by"], args: Call["args"], ...records: Call["records"]): Call => ({ by, args, records })
const reads = (by: Call["by"], args: Call["args"] = () => []): Call => writes(by, args)

const SHEET = {
  name: "Launch",
  columnMappings: [{ index: 0, type: "text", isFirstColumn: true }],
  rows: [{ "0": "A" }]
}

/** A call of every use case that needs an actor. */
const CALLS: Record<string, Call> = {
  "accounts.profile": reads("viewer"),
  "accounts.updateProfile": { ...reads("viewer", () => [{ timezone: "Europe/Berlin" }]), idle: () => [{}] },
  "accounts.changePassword": reads("viewer", () => [{ currentPassword: PASSWORD, newPassword: "Another-horse-1" }]),
  "accounts.deleteOwn": writes("viewer", () => [{ password: PASSWORD }], "member.removed"),
  "accounts.exportOwn": reads("viewer"),
  "accounts.changeEmail": reads("viewer", () => [{ email: "new@example.test", password: PASSWORD }]),
  "accounts.completeOnboarding": writes(
    "newcomer",
    () => [{ companyName: "Analytical", role: "Engineer", firstWorkspace: "Mine" }],
    "workspace.created"
  ),
  "accounts.sessions": reads("viewer"),
  "accounts.endSession": reads("viewer", ({ sessionId }) => [sessionId]),
  "accounts.signOut": reads("viewer"),
  "accounts.signOutEverywhere": reads("viewer"),
  "accounts.sessionsOf": reads(OPERATOR, ({ viewer }) => [viewer]),
  "accounts.signOutUser": reads(OPERATOR, ({ viewer }) => [viewer]),
  "accounts.events": reads("viewer"),
  "accounts.listEvents": reads(OPERATOR),
  "accounts.list": reads(OPERATOR),
  "accounts.find": reads(OPERATOR, ({ viewer }) => [viewer]),
  "accounts.create": reads(OPERATOR, () => [{ name: "Eve", email: "eve@example.test", password: PASSWORD }]),
  "accounts.verify": reads(OPERATOR, ({ viewer }) => [viewer]),
  "accounts.setPassword": reads(OPERATOR, ({ viewer }) => [viewer, { password: PASSWORD }]),
  "accounts.disable": reads(OPERATOR, ({ viewer }) => [viewer]),
  "accounts.enable": reads(OPERATOR, ({ viewer }) => [viewer]),
  "accounts.delete": writes(OPERATOR, ({ viewer }) => [viewer], "member.removed"),
  "accounts.mintToken": reads(OPERATOR, ({ viewer }) => [viewer]),
  "workspaces.list": reads("viewer"),
  "workspaces.get": reads("viewer", ({ workspaceId }) => [workspaceId]),
  "workspaces.create": writes("newcomer", () => [{ name: "New" }], "workspace.created"),
  "workspaces.duplicate": writes(
    "owner",
    ({ workspaceId }) => [workspaceId, { name: "Again" }],
    "workspace.created",
    "board.created",
    "board.created"
  ),
  "workspaces.update": {
    by: "owner",
    args: ({ workspaceId }) => [workspaceId, { name: "New", icon: "📋", color: "#000000" }],
    records: ["workspace.updated"],
    idle: ({ workspace }) => [workspace.id, { name: workspace.name }]
  },
  "workspaces.delete": writes(
    "owner",
    ({ workspaceId }) => [workspaceId],
    ...Array.from({ length: 7 }, () => "workspace.deleted" as const)
  ),
  "workspaces.transfer": writes(
    "owner",
    ({ partner, workspaceId }) => [workspaceId, { userId: partner }],
    "workspace.transferred"
  ),
  "workspaceMembers.list": reads("owner", ({ workspaceId }) => [workspaceId]),
  "workspaceMembers.listInvitations": reads("owner", ({ workspaceId }) => [workspaceId]),
  "workspaceMembers.invite": {
    by: "owner",
    args: ({ newcomer, workspaceId }) => [workspaceId, { userId: newcomer, role: "editor" }],
    records: ["workspaceInvitation.created"],
    idle: ({ teammate, workspaceId }) => [workspaceId, { userId: teammate, role: "viewer" }]
  },
  "workspaceMembers.update": {
    by: "owner",
    args: ({ partner, workspaceId }) => [workspaceId, partner, { role: "editor" }],
    records: ["workspaceMember.updated"],
    idle: ({ partner, workspaceId }) => [workspaceId, partner, { role: "admin" }]
  },
  "workspaceMembers.remove": writes(
    "owner",
    ({ partner, workspaceId }) => [workspaceId, partner],
    "workspaceMember.removed"
  ),
  "workspaceMembers.withdraw": writes(
    "owner",
    ({ teamInvitationId, workspaceId }) => [workspaceId, teamInvitationId],
    "workspaceInvitation.withdrawn"
  ),
  "workspaceMembers.resend": writes(
    "owner",
    ({ teamMailedId, workspaceId }) => [workspaceId, teamMailedId],
    "workspaceInvitation.updated"
  ),
  "workspaces.listAll": reads(OPERATOR),
  "workspaces.find": reads(OPERATOR, ({ workspaceId }) => [workspaceId]),
  "boards.list": reads("viewer", ({ workspaceId }) => [{ workspaceId }]),
  "boards.get": reads("viewer", ({ boardId }) => [boardId]),
  "boards.people": reads("viewer", ({ boardId }) => [boardId]),
  "boards.find": reads(OPERATOR, ({ boardId }) => [boardId]),
  "boards.create": writes(
    "owner",
    ({ workspaceId }) => [{ workspaceId, name: "New", description: "Why" }],
    "board.created"
  ),
  "boards.import": {
    by: "owner",
    args: ({ workspaceId }) => [{ ...SHEET, workspaceId }],
    records: ["board.created"],
    idle: ({ workspaceId }) => [{ ...SHEET, workspaceId }, { dryRun: true }]
  },
  "boards.duplicate": writes("owner", ({ boardId }) => [boardId, { name: "Again", withTasks: true }], "board.created"),
  "boards.export": reads(OPERATOR, ({ boardId }) => [boardId]),
  "boards.restore": {
    by: "owner",
    args: ({ workspaceId }) => [{ workspaceId }, header(), []],
    records: ["board.created"],
    idle: ({ workspaceId }) => [{ workspaceId }, header(), [], { dryRun: true }]
  },
  "boards.update": {
    by: OPERATOR,
    args: ({ boardId }) => [
      boardId,
      { name: "New", description: "Why", viewDensity: "compact", background: { type: "solid", value: "#000000" } }
    ],
    records: ["board.updated"],
    idle: ({ boardId }) => [boardId, {}]
  },
  "boards.delete": writes(
    "admin",
    ({ boardId }) => [boardId],
    ...Array.from({ length: 7 }, () => "board.deleted" as const)
  ),
  "boards.addGroup": writes("editor", ({ boardId }) => [boardId, { name: "Later" }], "group.created"),
  "boards.addColumn": writes(
    "editor",
    ({ boardId }) => [boardId, { name: "Size", type: "number", required: true }],
    "column.created"
  ),
  "boards.updateColumn": {
    by: "editor",
    args: ({ boardId, columnId }) => [boardId, columnId, { name: "Size", width: 120, visible: false }],
    records: ["column.updated"],
    idle: ({ boardId, columnId }) => [boardId, columnId, { visible: true, description: null }]
  },
  "boards.updateGroup": {
    by: "editor",
    args: ({ boardId, groups }) => [boardId, groups[1].id, { name: "Soon", color: "#ABCDEF" }],
    records: ["group.updated"],
    idle: ({ boardId, groups }) => [boardId, groups[1].id, {}]
  },
  "boards.deleteGroup": writes(
    "editor",
    ({ boardId, groups }) => [boardId, groups[0].id, { moveTasksTo: groups[1].id }],
    "group.deleted"
  ),
  "boards.deleteColumn": writes("editor", ({ boardId, columnId }) => [boardId, columnId], "column.deleted"),
  "members.invite": {
    by: "admin",
    args: ({ boardId, newcomer }) => [boardId, { userId: newcomer, role: "editor" }],
    records: ["invitation.created"],
    idle: ({ boardId, invited }) => [boardId, { userId: invited, role: "viewer" }]
  },
  "members.update": {
    by: "admin",
    args: ({ boardId, viewer }) => [boardId, viewer, { role: "editor" }],
    records: ["member.updated"],
    idle: ({ boardId, viewer }) => [boardId, viewer, { role: "viewer" }]
  },
  "members.remove": writes("viewer", ({ boardId, viewer }) => [boardId, viewer], "member.removed"),
  "invitations.listMine": reads("invited"),
  "invitations.listOfBoard": reads("admin", ({ boardId }) => [boardId]),
  "invitations.accept": writes("invited", ({ invitationId }) => [invitationId], "invitation.accepted", "member.added"),
  "invitations.decline": writes("invited", ({ invitationId }) => [invitationId], "invitation.declined"),
  "invitations.withdraw": writes(
    "admin",
    ({ boardId, invitationId }) => [boardId, invitationId],
    "invitation.withdrawn"
  ),
  "invitations.resend": writes("admin", ({ boardId, mailedId }) => [boardId, mailedId], "invitation.updated"),
  "tasks.mine": reads("viewer"),
  "tasks.list": reads("viewer", ({ boardId }) => [{ boardId }]),
  "tasks.get": reads("viewer", ({ taskId }) => [taskId]),
  "tasks.create": writes(
    "editor",
    ({ boardId, columnId, viewer }) => [
      { boardId, name: "New", assignees: [viewer], dueDate: "2026-12-24", columnValues: { [columnId]: { deep: [1] } } }
    ],
    "task.created"
  ),
  "tasks.update": {
    by: "editor",
    args: ({ columnId, columns, groups, taskId, viewer }) => [
      taskId,
      {
        name: "New",
        status: "done",
        assignees: [viewer],
        dueDate: "2026-12-24",
        groupId: groups[1].id,
        columnValues: { [columnId]: "x", [columns[1].id]: [2] }
      }
    ],
    records: ["task.updated"],
    idle: ({ columnId, task }) => [task.id, { name: task.name, assignees: null, columnValues: { [columnId]: null } }]
  },
  "tasks.move": writes("editor", ({ groups, taskId }) => [taskId, { groupId: groups[1].id }], "task.moved"),
  "tasks.moveToBoard": writes(
    "owner",
    ({ elsewhere, taskId }) => [taskId, { boardId: elsewhere }],
    "task.transferred",
    "task.transferred"
  ),
  "tasks.duplicate": writes("editor", ({ taskId }) => [taskId, { name: "Again" }], "task.created"),
  "tasks.bulk": writes(
    "editor",
    ({ boardId, taskId }) => [
      {
        boardId,
        operations: [
          { op: "create", task: { name: "New" } },
          { op: "update", id: taskId, patch: { status: "done" } }
        ]
      }
    ],
    "task.created",
    "task.updated"
  ),
  "tasks.delete": writes("editor", ({ taskId }) => [taskId], "task.deleted"),
  "tasks.listComments": reads("viewer", ({ taskId }) => [taskId]),
  "tasks.listSubtasks": reads("viewer", ({ taskId }) => [taskId]),
  "tasks.listTimeEntries": reads("viewer", ({ taskId }) => [taskId]),
  "tasks.addComment": writes(
    "viewer",
    ({ editor, taskId }) => [taskId, { content: "Look", mentions: [editor] }],
    "comment.created"
  ),
  "tasks.updateComment": {
    by: "viewer",
    args: ({ commentId, editor, taskId }) => [taskId, commentId, { content: "Look again", mentions: [editor] }],
    records: ["comment.updated"],
    idle: ({ commentId, taskId }) => [taskId, commentId, { content: "First", mentions: null }]
  },
  "tasks.deleteComment": writes("admin", ({ commentId, taskId }) => [taskId, commentId], "comment.deleted"),
  "tasks.addSubtask": writes("editor", ({ taskId }) => [taskId, { name: "Part" }], "subtask.created"),
  "tasks.updateSubtask": {
    by: "editor",
    args: ({ subtaskId, taskId }) => [taskId, subtaskId, { completed: true }],
    records: ["subtask.updated"],
    idle: ({ subtaskId, taskId }) => [taskId, subtaskId, { completed: false }]
  },
  "tasks.addTimeEntry": writes(
    "editor",
    ({ taskId }) => [taskId, { duration: 1.5, description: "Drawing" }],
    "timeEntry.created"
  ),
  "tasks.updateTimeEntry": {
    by: "editor",
    args: ({ entryId, taskId }) => [taskId, entryId, { duration: 2, description: null }],
    records: ["timeEntry.updated"],
    idle: ({ entryId, taskId }) => [taskId, entryId, { duration: 1.5 }]
  },
  "tasks.deleteTimeEntry": writes("editor", ({ entryId, taskId }) => [taskId, entryId], "timeEntry.deleted"),
  "tasks.deleteSubtask": writes("editor", ({ subtaskId, taskId }) => [taskId, subtaskId], "subtask.deleted"),
  "search.find": reads("viewer", ({ boardId }) => [{ q: "a", boardId }]),
  "trash.list": reads("editor", ({ boardId }) => [{ boardId }]),
  "trash.restore": writes("editor", ({ deletionId }) => [deletionId], "task.restored"),
  "trash.purge": writes("admin", ({ deletionId }) => [deletionId], "task.purged"),
  "changes.list": reads("viewer", ({ boardId }) => [{ boardId }]),
  "changes.listOfBoard": reads("viewer", ({ boardId }) => [boardId]),
  "changes.listOfTask": reads("viewer", ({ taskId }) => [taskId]),
  "changes.undo": { by: "editor", args: ({ changeId }) => [changeId], records: ["task.updated"], ownBatch: true },
  "changes.consumers": reads(OPERATOR),
  "changes.resumeConsumer": reads(OPERATOR, ({ consumer }) => [consumer, { since: "now" }]),
  "changes.removeConsumer": reads(OPERATOR, ({ consumer }) => [consumer]),
  "boards.createCalendarLink": reads("viewer", ({ boardId }) => [boardId]),
  "boards.listCalendarLinks": reads("viewer", ({ boardId }) => [boardId]),
  "boards.deleteCalendarLink": reads("viewer", ({ boardId, calendarLinkId }) => [boardId, calendarLinkId]),
  "tokens.create": reads("viewer", ({ boardId }) => [{ name: "CI", scopes: ["read"], boardIds: [boardId] }]),
  "tokens.list": reads("viewer"),
  "tokens.delete": reads("viewer", ({ tokenId }) => [tokenId]),
  "tokens.createFor": reads(OPERATOR, ({ viewer }) => [viewer, { name: "CI", scopes: ["read"] }]),
  "tokens.listAll": reads(OPERATOR),
  "tokens.revoke": reads(OPERATOR, ({ tokenId }) => [tokenId]),
  "webhooks.create": writes(
    "admin",
    ({ boardId }) => [{ boardId, url: "https://example.test/hook", types: ["task.created"] }],
    "webhook.created"
  ),
  "webhooks.list": reads("admin", ({ boardId }) => [{ boardId }]),
  "webhooks.get": reads("admin", ({ webhookId }) => [webhookId]),
  "webhooks.update": {
    by: "owner",
    args: ({ webhookId }) => [webhookId, { url: "https://other.test/", types: ["task.moved"], enabled: false }],
    records: ["webhook.updated"],
    idle: ({ webhookId }) => [webhookId, { types: null, enabled: true }]
  },
  "webhooks.rotateSecret": writes(OPERATOR, ({ webhookId }) => [webhookId], "webhook.secretRotated"),
  "webhooks.delete": writes("owner", ({ webhookId }) => [webhookId], "webhook.deleted"),
  "webhooks.test": reads("admin", ({ webhookId }) => [webhookId]),
  "webhooks.listDeliveries": reads("admin", ({ webhookId }) => [webhookId]),
  "webhooks.redeliver": reads("admin", ({ deliveryId, webhookId }) => [webhookId, deliveryId]),
  "webhooks.replay": reads("admin", ({ webhookId }) => [webhookId, { since: "2026-01-01" }])
}

const OF_ACCOUNTS = [
  ...(["accounts", "apiTokens", "calendarLinks", "emailChanges", "emailTokens"] as const),
  ...(["mailJobs", "securityEvents", "sessions"] as const)
]

/** The calls that write without a record, and the tables that they write: everything else that is written is recorded. */
const UNRECORDED: ReadonlyArray<{ readonly calls: RegExp; readonly tables: ReadonlyArray<keyof MemoryState> }> = [
  // Accounts and what belongs to them are not in the feed, which others read.
  { calls: /^(accounts|tokens)\.|CalendarLinks?$/, tables: OF_ACCOUNTS },
  // The positions of the host's consumers say how far the feed was read.
  { calls: /^changes\..*Consumer$/, tables: ["consumers"] },
  // What was sent is sent again: a webhook is set up as before, and its deliveries say what was sent.
  { calls: /^webhooks\.redeliver$/, tables: ["deliveries"] },
  { calls: /^webhooks\.replay$/, tables: ["webhooks"] }
]

const ACTING = Object.entries(Facade.useCases).flatMap(([noun, verbs]) =>
  Object.entries(verbs).flatMap(([verb, { needsActor }]) => (needsActor ? [`${noun}.${verb}`] : []))
)

function run(
  name: string,
  args: ReadonlyArray<unknown>
): Effect.Effect<unknown, { readonly _tag: string }, Inventory | Access.CurrentActor> {
  const [noun = "", verb = ""] = name.split(".")
  const table: Record<
    string,
    Record<string, { readonly run: (...args: ReadonlyArray<never>) => unknown }>
  > = Facade.useCases
  return sent(table[noun]?.[verb]?.run(...args.map(sent)))
}

const ORIGIN = { requestId: "a request", tokenId: "a token", batchId: "a batch" }

/** Calls the use case. Returns the state before and after it, and the changes that it recorded. */
const observe = Effect.fnUntraced(function* (name: string, world: World, args: ReadonlyArray<unknown>, by: Call["by"]) {
  const before = yield* stored
  const userId = world[by]
  const actor = userId === null ? Access.Actor.Operator() : Access.Actor.User({ userId, sessionId: world.sessionId })
  yield* run(name, args).pipe(
    Effect.provideService(Access.CurrentActor, actor),
    Effect.locally(Change.changeOrigin, ORIGIN)
  )
  const after = yield* stored
  const changes = after.feed.changes.slice(before.feed.changes.length)
  for (const change of changes) verifySides(change, rowsOf(before), rowsOf(after))
  return { before, after, changes }
})

describe("the record of changes", () => {
  it("is tested for every use case that needs an actor", () => {
    assert.sameMembers(Object.keys(CALLS), ACTING)
    for (const name of ACTING.filter((name) => name.includes("update"))) assert.isDefined(CALLS[name]?.idle, name)
    const recorded = Object.values(CALLS).flatMap(({ records }) => records)
    const others = [
      "board.purged",
      "board.restored",
      "workspaceInvitation.accepted",
      "workspaceInvitation.declined",
      "workspaceMember.added"
    ]
    assert.sameMembers([...new Set(recorded), ...others], [...Change.CHANGE_TYPES])
  })

  for (const [name, { args, by, idle, ownBatch, records }] of Object.entries(CALLS)) {
    story(`${name} records ${records[0] ?? "nothing"}`, function* () {
      const world = yield* givenWorld
      const { after, before, changes } = yield* observe(name, world, args(world), by)
      assert.deepStrictEqual(
        changes.map(({ type }) => type),
        records
      )
      const [earlier, later] = [rowsOf(before), rowsOf(after)]
      for (const change of changes) {
        const { actorId, at, batchId, requestId, tokenId } = change
        assert.deepStrictEqual({ requestId, tokenId }, { requestId: ORIGIN.requestId, tokenId: ORIGIN.tokenId })
        assert.strictEqual(batchId !== ORIGIN.batchId, ownBatch === true)
        assert.deepStrictEqual([actorId, at], [world[by], afterNoon(0)])
        verifyFields(change, earlier, later)
      }
      for (const row of differingRows(earlier, later)) {
        assert.isTrue(
          changes.some((change) => explains(change, row)),
          `${row.noun} changed without a record`
        )
      }
      const gone = changes.filter(({ type }) => type === "board.deleted" || type === "workspace.deleted")
      if (gone.length > 0) {
        assert.sameMembers(
          gone.map(({ recipientId }) => String(recipientId)),
          [...readersIn(before, world.boardId)]
        )
      }
      if (records.length === 0) {
        const exempt = UNRECORDED.flatMap(({ calls, tables }) => (calls.test(name) ? tables : []))
        const written = Record.collect(before, (table, rows) => (rows === after[table] ? [] : [table])).flat()
        assert.includeMembers(exempt, written)
      }
      const text = JSON.stringify(changes)
      const secrets = [...after.accounts.values()].flatMap(({ email, passwordHash }) => [email, passwordHash])
      for (const secret of secrets) assert.notInclude(text, secret)
    })

    if (idle !== undefined) {
      story(`${name} records nothing if it changes nothing`, function* () {
        const world = yield* givenWorld
        const { after, before, changes } = yield* observe(name, world, idle(world), by)
        assert.deepStrictEqual(changes, [])
        assert.deepStrictEqual(differingRows(rowsOf(before), rowsOf(after)), [])
      })
    }
  }

  story("a new role in a pending invitation is an update of it", function* () {
    const world = yield* givenWorld
    const args = [world.boardId, { userId: world.invited, role: "admin" }]
    const { after, before, changes } = yield* observe("members.invite", world, args, "admin")
    const change = changes[0]!
    assert.deepStrictEqual(change.fields, { role: { from: "viewer", to: "admin" } })
    assert.deepStrictEqual([change.type, change.recipientId], ["invitation.updated", world.invited])
    verifyFields(change, rowsOf(before), rowsOf(after))
  })

  const ANSWERS = {
    accept: ["workspaceInvitation.accepted", "workspaceMember.added"],
    decline: ["workspaceInvitation.declined"]
  }
  for (const [verb, types] of Object.entries(ANSWERS)) {
    story(`invitations.${verb} records ${types.join(" and ")} of an invitation to a workspace`, function* () {
      const world = yield* givenWorld
      const args = [world.teamInvitationId]
      const { after, before, changes } = yield* observe(`invitations.${verb}`, world, args, "teammate")
      assert.deepStrictEqual(
        changes.map(({ type }) => type),
        types
      )
      for (const change of changes) {
        verifyFields(change, rowsOf(before), rowsOf(after))
        assert.strictEqual(change.recipientId, world.teammate)
      }
    })
  }

  story("trash.purge records the end of a board", function* () {
    const world = yield* givenWorld
    yield* as(world.admin)(Board.deleteBoard(world.boardId))
    const { items } = yield* as(world.owner)(Trash.listTrash({ workspaceId: world.workspaceId }))
    const { changes } = yield* observe("trash.purge", world, [items[0]?.id], "owner")
    const { boardId, workspaceId } = world
    const place = { workspaceId, boardId, taskId: null, subjectId: boardId, recipientId: null }
    const origin = { ...ORIGIN, actorId: world.owner, at: afterNoon(0) }
    const { id, position, ...change } = changes[0]!
    assert.deepStrictEqual<object>(
      [change, changes.length],
      [{ type: "board.purged", fields: {}, ...place, ...origin }, 1]
    )
    assert.strictEqual(id, String(position))
  })

  story("trash.restore records the restoration of a board", function* () {
    const world = yield* givenWorld
    yield* as(world.admin)(Board.deleteBoard(world.boardId))
    const { items } = yield* as(world.owner)(Trash.listTrash({ workspaceId: world.workspaceId }))
    const { after, before, changes } = yield* observe("trash.restore", world, [items[0]?.id], "owner")
    assert.deepStrictEqual(
      changes.map(({ fields, recipientId, type }) => ({ fields, recipientId, type })),
      [{ fields: { name: { from: null, to: world.board.name } }, recipientId: null, type: "board.restored" }]
    )
    for (const row of differingRows(rowsOf(before), rowsOf(after))) assert.isTrue(explains(changes[0]!, row), row.noun)
  })
})
