import { HttpApi } from "@effect/platform"
import { Api } from "@boardwright/http"
import { SchemaAST } from "effect"
import { MATRIX, routes } from "../../authorization/matrix.js"
import { canary, type Furnished, type World } from "../../support/world.js"

const read = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const all = new Map<string, ReadonlyArray<string>>()
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group, payloads }) => {
      for (const { ast } of payloads.values()) {
        const fields = SchemaAST.getPropertySignatures(ast).map(({ name }) => String(name))
        if (fields.length === 0) throw new Error(`no fields: ${group.identifier}.${endpoint.name}`)
        all.set(`${group.identifier}.${endpoint.name}`, fields)
      }
    }
  })
  return all
}

/** The fields of each route's body, as the contract has them. */
export const FIELDS = read()

/** A text of each request's own. */
export const FRESH = /fresh~[0-9a-f]{12}~/g
const fresh = () => canary("fresh")

const passwordOf = ({ email, id }: World["nobody"]): string => `password of ${email.slice(0, email.indexOf(`-${id}`))}`

type Body = Readonly<Record<string, unknown>>

/** Bodies that do something each time they are sent, where the matrix has others. */
const OWN_BODIES: Record<string, (on: Furnished, world: World) => Body> = {
  "accounts.signUp": () => ({ name: fresh(), email: `${fresh()}@example.com`, password: "correct horse" }),
  "accounts.signIn": (_, { users }) => ({ email: users.owner.email, password: passwordOf(users.owner) }),
  "accounts.requestPasswordReset": (_, { users }) => ({ email: users.owner.email }),
  "accounts.resendVerification": (_, { users }) => ({ email: users.owner.email }),
  "accounts.updateProfile": () => ({ name: fresh() }),
  "accounts.completeOnboarding": () => ({ companyName: fresh(), role: "Maker" }),
  "workspaces.update": () => ({ name: fresh() }),
  "boards.update": () => ({ name: fresh(), background: { type: "solid", value: "#ABCDEF" } }),
  "boards.updateGroup": () => ({ name: fresh() }),
  "boards.updateColumn": () => ({ name: fresh() }),
  "boards.import": ({ workspaceId }) => ({
    name: fresh(),
    workspaceId,
    columnMappings: [
      { index: 0, name: "Task", type: "text", isFirstColumn: true },
      { index: 1, name: "Notes", type: "text" }
    ],
    rows: [{ 0: "Row", 1: "Cell" }]
  }),
  "tasks.update": ({ otherGroupId }) => ({ name: fresh(), groupId: otherGroupId }),
  "tasks.updateComment": () => ({ content: fresh() }),
  // A 400 each time: a task that is moved is not on the board any more.
  "tasks.moveToBoard": ({ boardId }) => ({ boardId }),
  "tasks.updateTimeEntry": () => ({ description: fresh() }),
  "tasks.updateSubtask": () => ({ name: fresh(), completed: true })
}

/** A valid body of a route on the own board. */
export const bodyOf = (name: string, world: World): Body =>
  (OWN_BODIES[name] ?? MATRIX[name]?.body)?.(world.own, world) as Body

/** The routes that take a body. */
export const WITH_BODY = [...routes.values()].filter(({ bodyLimit }) => bodyLimit !== null).map(({ name }) => name)

const LONG_AGO = "2001-02-03T04:05:06.789Z"

/** What might be set by a field of that name: of another board, or of somebody else. */
const fieldsOf = (other: Furnished, somebody: string): Body => {
  const { boardId, columnId, commentId, entryId, groupId, invitationId, memberId, subtaskId, taskId, workspaceId } =
    other
  const member = { userId: somebody, role: "admin" }
  const record = { userId: somebody, createdAt: LONG_AGO }
  return {
    ...{ boardId, columnId, commentId, entryId, groupId, invitationId, memberId, subtaskId, taskId, workspaceId },
    ...{ userId: somebody, ownerId: somebody, authorId: somebody, createdBy: somebody, makerId: somebody },
    ...{
      sub: somebody,
      actor: { _tag: "Operator" },
      _tag: "Operator",
      operator: true,
      isAdmin: true,
      standing: "owner"
    },
    ...{ userIds: [somebody], assignees: [somebody], mentions: [somebody], user: { id: somebody }, member },
    ...{ members: [member], owner: { id: somebody }, invitation: { id: invitationId, userId: somebody } },
    ...{ workspace: { id: workspaceId }, board: { id: boardId }, task: { id: taskId }, group: { id: groupId } },
    ...{ boards: [{ id: boardId }], tasks: [{ id: taskId, boardId }], groups: [{ id: groupId, name: "Intruder" }] },
    ...{ columns: [{ id: columnId, name: "Intruder" }], columnValues: { [columnId]: "Intruder" } },
    ...{ comments: [{ ...record, content: "Intruder" }], subtasks: [{ id: subtaskId, name: "Intruder" }] },
    ...{
      timeEntries: [{ ...record, duration: 1 }],
      files: [{ id: taskId, url: "/x" }],
      data: { id: boardId, boardId }
    },
    ...{ invitations: [{ id: invitationId, ...member }], role: "admin", rank: "a0", position: 0, version: 0 },
    ...{
      createdAt: LONG_AGO,
      updatedAt: LONG_AGO,
      editedAt: LONG_AGO,
      joinedAt: LONG_AGO,
      verifiedAt: LONG_AGO,
      disabledAt: LONG_AGO
    },
    ...{ passwordHash: "plain:1:0061", tokenVersion: 7, ver: 7, verified: true, hasCompletedOnboarding: true },
    ...{ avatar: "/intruder.svg", onboardingData: { role: "Intruder" }, normalizedEmail: "intruder@example.com" },
    ...{ success: false, error: "Intruder", dryRun: "true", method: "DELETE", _method: "DELETE", completed: true },
    ...{ board_id: boardId, user_id: somebody, owner_id: somebody, workspace_id: workspaceId, task_id: taskId }
  }
}

/** Every field that any route takes, and many that none does, with what is not the caller's; `id` as each of its ids. */
export const intrusions = (other: Furnished, somebody: string): ReadonlyArray<readonly [string, unknown]> => {
  const known = new Map(Object.entries(fieldsOf(other, somebody)))
  for (const field of [...FIELDS.values()].flat()) if (!known.has(field)) known.set(field, "Intruder")
  const ids = [...new Set(Object.values(other)), somebody].map((id) => ["id", id] as const)
  return [...known, ...ids]
}
