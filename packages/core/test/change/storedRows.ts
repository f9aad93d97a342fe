import { Access, Change, Facade, type Webhook } from "@boardwright/core"
import type { MemoryState } from "@boardwright/testing"
import { assert } from "@effect/vitest"

/** The tables whose rows the feed tells of, and what changes of them are called. */
const NOUNS = {
  workspaces: "workspace",
  workspaceMembers: "workspaceMember",
  boards: "board",
  groups: "group",
  columns: "column",
  members: "member",
  invitations: "invitation",
  tasks: "task",
  comments: "comment",
  subtasks: "subtask",
  timeEntries: "timeEntry",
  webhooks: "webhook"
} as const

/** A stored entity, with the place that a change of it has. */
export interface Row extends Record<"workspaceId" | "boardId" | "taskId" | "recipientId", string | null> {
  readonly noun: string
  readonly subjectId: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Tasks, if it is a board. */
  readonly tasks: number
  /** Subtasks, if it is a task. */
  readonly subtasks: number
}

/** What the record of a webhook may show, and its secret, whose rotation has a type of its own. */
const ofWebhook = ({
  boardId,
  disabledReason,
  id,
  secret,
  status,
  types,
  url,
  workspaceId
}: Webhook.StoredWebhook) => ({
  ...{ id, workspaceId, boardId, types, status, disabledReason, secret },
  url: new URL(url).origin
})

const fieldsOf = (entity: Readonly<Record<string, unknown>>): Row["fields"] => {
  const { columnValues = {}, ...own } = entity
  const cells = Object.entries(columnValues as object).map(([id, value]) => [`columnValues.${id}`, value])
  return { ...own, ...Object.fromEntries(cells) }
}

/** Every row of those tables, by noun and id. */
export const rowsOf = (state: MemoryState): ReadonlyMap<string, Row> => {
  const rows = new Map<string, Row>()
  const shown = { ...state, webhooks: new Map([...state.webhooks].map(([id, webhook]) => [id, ofWebhook(webhook)])) }
  for (const [table, tableNoun] of Object.entries(NOUNS)) {
    for (const [key, entity] of shown[table as keyof typeof NOUNS]) {
      const fields = fieldsOf({ ...entity })
      const isOfWorkspace = tableNoun === "invitation" && fields["boardId"] === null
      const noun = isOfWorkspace ? "workspaceInvitation" : tableNoun
      const text = (field: string) =>
        fields[field] === undefined || fields[field] === null ? null : String(fields[field])
      const taskId = noun === "task" ? key : text("taskId")
      const boardId = noun === "board" ? key : (text("boardId") ?? state.tasks.get(taskId ?? "")?.boardId ?? null)
      const workspaceId =
        noun === "workspace" ? key : (state.boards.get(boardId ?? "")?.workspaceId ?? text("workspaceId"))
      const subjectId = text("id") ?? text("userId") ?? ""
      const recipientId = /^(invitation|workspace[IM].*)$/.test(noun) ? text("userId") : null
      const tasks = [...state.tasks.values()].filter((task) => task.boardId === key).length
      const subtasks = [...state.subtasks.values()].filter((subtask) => subtask.taskId === key).length
      const counts = { tasks, subtasks }
      rows.set(`${noun} ${key}`, { noun, subjectId, workspaceId, boardId, taskId, recipientId, fields, ...counts })
    }
  }
  return rows
}

/** Whether the change is of the row, or of something that came or went together with the row. */
export const explains = (
  { boardId, fields, subjectId, taskId, type, workspaceId }: Change.Change,
  row: Row
): boolean => {
  const [noun, verb] = type.split(".")
  if (noun === row.noun && subjectId === row.subjectId) return true
  if (type === "workspace.transferred") return row.noun === "workspaceMember" && workspaceId === row.workspaceId
  if (verb !== "created" && verb !== "deleted" && verb !== "restored") return false
  if (type === "group.deleted") return row.noun === "task" && fields["moveTasksTo"]?.to === row.fields["groupId"]
  if (type === "column.deleted") return row.noun === "task" && boardId === row.boardId
  if (noun === "workspace") return workspaceId === row.workspaceId
  return noun === "board" ? boardId === row.boardId : noun === "task" && taskId === row.taskId
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

// Set by the server, or said by the place of the change.
const IMPLIED = [
  "id",
  "inviterId",
  "rank",
  "createdAt",
  "editedAt",
  "updatedAt",
  "joinedAt",
  "boardId",
  "taskId",
  "userId",
  "workspaceId",
  "secret",
  // Of an invitation.
  "email"
]
/** What every new entity has. */
const INITIAL = { invitation: ["status"], workspaceInvitation: ["status"], subtask: ["completed"] }
const isIdle = (field: string) => field === "rank" || (field.endsWith("At") && field !== "expiresAt")

const isEmpty = (value: unknown) =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value ?? {}).length === 0)

/** Checks one of the two records of a transfer: that of the board that had the task, or of the one that has it. */
const verifyTransfer = (
  { boardId, fields: { beforeTaskId: _, ...fields }, workspaceId }: Change.Change,
  before: Row | undefined,
  after: Row | undefined
) => {
  const [row, kept, none] =
    boardId === before?.boardId ? ([before, "from", "to"] as const) : ([after, "to", "from"] as const)
  assert.deepStrictEqual([workspaceId, boardId], [row?.workspaceId, row?.boardId])
  const expected = Object.entries(row?.fields ?? {}).filter(
    ([field, value]) => !IMPLIED.includes(field) && !isEmpty(value)
  )
  assert.deepStrictEqual(
    fields,
    Object.fromEntries(expected.map(([field, value]) => [field, { [kept]: value, [none]: null }])) as never
  )
}

type Noun = Change.ChangeType extends `${infer N}.${string}` ? N : never
type FieldOf<N extends Noun> = keyof Facade.ChangedValues<Extract<Change.ChangeType, `${N}.${string}`>>

/** The fields that are recorded, which the types of handlers know. */
const RECORDED: { readonly [N in Noun]: ReadonlyArray<FieldOf<N>> } = {
  workspace: ["name", "icon", "color", "ownerId"],
  workspaceMember: ["role"],
  workspaceInvitation: ["userId", "role", "inviterId", "expiresAt"],
  board: ["name", "description", "viewDensity", "background", "tasks"],
  group: ["name", "color", "tasks", "tasksInTrash", "moveTasksTo"],
  column: [
    ...(["name", "type", "width", "required", "visible", "description", "field", "options", "strict"] as const),
    ...(["replaceWith", "tasks", "tasksInTrash"] as const)
  ],
  member: ["role"],
  invitation: ["userId", "role", "inviterId", "expiresAt"],
  task: [
    ...(["name", "description", "status", "priority", "groupId", "beforeTaskId", "assignees", "dueDate"] as const),
    ...(["columnValues", "subtasks"] as const)
  ],
  comment: ["userId", "content", "mentions"],
  subtask: ["name", "completed", "createdAt"],
  timeEntry: ["userId", "duration", "description", "createdAt"],
  webhook: ["url", "types", "status", "disabledReason"]
}

const subjectIn = (rows: ReadonlyMap<string, Row>, { subjectId, type }: Change.Change) =>
  [...rows.values()].find((row) => row.noun === type.split(".")[0] && row.subjectId === subjectId)

/** Whether there is the row. The answer to an invitation ends it, and its row stays. */
const isCurrent = (row: Row | undefined): boolean =>
  row !== undefined && (!/invitation$/i.test(row.noun) || row.fields["status"] === "pending")

/** Checks the two sides of a change that handlers get: of what was not there before it, or is not there after it, there is none. */
export const verifySides = (
  change: Change.Change,
  earlier: ReadonlyMap<string, Row>,
  later: ReadonlyMap<string, Row>
): void => {
  const { type } = change
  const fields = Change.shownFields(change.fields)
  const { after, before } = Facade.changeEvent({ ...change, fields }, Access.Actor.Operator())
  // What is purged was deleted, and is in the trash until then.
  const wasThere = type.endsWith(".purged") || isCurrent(subjectIn(earlier, change))
  const isThere = isCurrent(subjectIn(later, change))
  assert.deepStrictEqual([type, before !== null, after !== null], [type, wasThere, isThere])
  const [noun] = type.split(".") as [Noun]
  const names = Object.keys(fields).map((field) => field.replace(/^columnValues\..*/, "columnValues"))
  assert.includeMembers([...RECORDED[noun]], names, type)
  assert.includeMembers(Object.keys({ ...before, ...after }), names, type)
}

/** Checks the place of a change, and its fields by the rows before and after it. */
export const verifyFields = (
  change: Change.Change,
  earlier: ReadonlyMap<string, Row>,
  later: ReadonlyMap<string, Row>
): void => {
  const { boardId, fields, recipientId, subjectId, taskId, type, workspaceId } = change
  const [noun, verb] = type.split(".")
  const [before, after] = [subjectIn(earlier, change), subjectIn(later, change)]
  if (type === "task.transferred") return verifyTransfer(change, before, after)
  // Its texts are to be emptied, and its rows are in the trash.
  if (verb === "purged") return assert.isEmpty(fields)
  const row = after ?? before ?? assert.fail(`${type} of what is not there`)
  assert.deepStrictEqual([workspaceId, boardId, taskId], [row.workspaceId, row.boardId, row.taskId])
  if (verb !== "deleted") assert.strictEqual(recipientId, verb === "removed" ? subjectId : row.recipientId)

  const names = Object.keys(fields)
  if (verb === "created" || verb === "added") {
    const implied = new Set([...IMPLIED, ...(INITIAL[noun as keyof typeof INITIAL] ?? [])])
    const required = Object.entries(row.fields).filter(([field, value]) => !implied.has(field) && !isEmpty(value))
    assert.includeMembers(
      names,
      required.map(([field]) => field)
    )
    assert.isUndefined(before)
  } else if (verb === "updated" || verb === "moved") {
    const differing = Object.keys({ ...before?.fields, ...after?.fields }).filter(
      (field) => !isIdle(field) && !isSame(before?.fields[field], after?.fields[field])
    )
    assert.sameMembers(names, differing)
  } else if (verb === "secretRotated") assert.notStrictEqual(before?.fields["secret"], after?.fields["secret"])
  // Its text is erased.
  else if (type === "comment.deleted") assert.isEmpty(names)
  else assert.isNotEmpty(names)
  const isGone = !["created", "added", "updated", "moved", "restored", "transferred"].includes(verb ?? "")
  for (const [field, { from, to }] of Object.entries(fields)) {
    if (type === "board.created" && field === "tasks") assert.deepStrictEqual([from, to], [null, row.tasks])
    else if (type === "task.created" && field === "subtasks") assert.deepStrictEqual([from, to], [null, row.subtasks])
    else if (type === "group.deleted" && field === "moveTasksTo") assert.isTrue(later.has(`group ${String(to)}`))
    else if (verb === "deleted" && field.startsWith("tasks")) assert.isAbove(Number(from), 0)
    else {
      assert.deepStrictEqual(from, before?.fields[field] ?? null, field)
      assert.deepStrictEqual(to, isGone ? null : (after?.fields[field] ?? null), field)
    }
  }
}

/** The rows that are not the same before and after, each as it was last. */
export const differingRows = (earlier: ReadonlyMap<string, Row>, later: ReadonlyMap<string, Row>) =>
  [...new Map([...earlier, ...later])].flatMap(([key, row]) =>
    isSame(earlier.get(key)?.fields, later.get(key)?.fields) ? [] : [row]
  )

/** Who may read a board. */
export const readersIn = (state: MemoryState, boardId: string): ReadonlyArray<string> => {
  const owner = state.workspaces.get(state.boards.get(boardId)?.workspaceId ?? "")?.ownerId ?? ""
  const { workspaceId } = state.boards.get(boardId) ?? {}
  const invited = [...state.invitations.values()].filter(
    (each) => each.boardId === boardId || each.workspaceId === workspaceId
  )
  const members = [...state.members.values()].filter((each) => each.boardId === boardId)
  const shared = [...members, ...state.workspaceMembers.values(), ...invited]
  return [owner, ...shared.flatMap(({ userId }) => userId ?? [])]
}
