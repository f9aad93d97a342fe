import { type Access, Account, Board, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import type { Ask } from "../remote/callServer.js"
import { readableWorkspaces } from "../remote/findOnServer.js"
import { everyPage } from "../everyPage.js"
import { NoSuchThing, UsageError } from "../terminal/failures.js"
import { type Form, printJson, printRows } from "../terminal/output.js"
import { note } from "../terminal/print.js"
import { withServer } from "../remote/withServer.js"
import { refusedAs, withApp } from "../terminal/withApp.js"

/** Several workspaces have the name. `option` is where it was given. */
export const ambiguous = ({ ids, name, total }: Workspace.WorkspaceAmbiguous, option = "") => {
  const more = total > ids.length ? ` and ${total - ids.length} more` : ""
  const message = `${option}${total} workspaces are called "${name}"; name one by its id: ${ids.join(", ")}${more}`
  return new UsageError({ message })
}

const emailsOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const { find } = yield* Account.UserDirectory
  const users = find === undefined ? [] : yield* find([...new Set(ids)])
  return new Map<string, string>(users.map(({ email, id }) => [id, email]))
})

const withOwners = Effect.gen(function* () {
  const workspaces = yield* everyPage(Workspace.listAllWorkspaces)
  const emails = yield* emailsOf(workspaces.map(({ ownerId }) => ownerId))
  return workspaces.map((workspace) => ({ ...workspace, ownerEmail: emails.get(workspace.ownerId) ?? null }))
})

const ofServer = Effect.fnUntraced(function* (ask: Ask) {
  const me = yield* ask((api, options) => api.accounts.profile(options))
  const workspaces = yield* readableWorkspaces(ask)
  return workspaces.map((workspace) => ({
    ...workspace,
    ownerEmail: workspace.ownerId === me.id ? me.email : null
  }))
})

interface Listed {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly ownerEmail: string | null
}

/** `boardwright workspace list`. */
export const listWorkspaces = (form: Form) =>
  Effect.flatMap(withServer(withOwners, ofServer), (workspaces) =>
    printRows<Listed>(
      workspaces,
      {
        name: ({ name }) => name,
        owner: ({ ownerEmail }) => ownerEmail,
        created: ({ createdAt }) => createdAt,
        id: ({ id }) => id
      },
      form
    )
  )

const membersOf = Effect.fnUntraced(function* (idOrName: string) {
  const { id } = yield* Workspace.findAnyWorkspace(idOrName)
  const members = yield* everyPage((page) => Board.listWorkspaceMembers(id, page))
  const emails = yield* emailsOf(members.map(({ userId }) => userId))
  return members.map((member) => ({ ...member, email: emails.get(member.userId) ?? null }))
})

/** `boardwright workspace members`. */
export const listWorkspaceMembers = (form: Form, idOrName: string) =>
  withApp(membersOf(idOrName)).pipe(
    Effect.catchTag("WorkspaceAmbiguous", (found) => ambiguous(found)),
    Effect.flatMap((members) =>
      printRows(
        members,
        { email: ({ email }) => email, name: ({ name }) => name, role: ({ role }) => role, id: ({ userId }) => userId },
        form
      )
    )
  )

/** `boardwright workspace invite`. */
export const inviteToWorkspace = Effect.fnUntraced(function* (
  { email, json, role }: Form & { readonly email: string; readonly role: Access.Role },
  idOrName: string
) {
  const inviting = Effect.gen(function* () {
    const { id, name } = yield* Workspace.findAnyWorkspace(idOrName)
    return { name, ...(yield* Board.inviteToWorkspace(id, { email, role })) }
  })
  const { invitation, name } = yield* withApp(inviting).pipe(
    Effect.catchTag("WorkspaceAmbiguous", (found) => ambiguous(found)),
    refusedAs({ email: "--email", userId: "--email" })
  )
  if (json === true) yield* printJson(invitation)
  yield* note(
    `${email} is invited to the workspace ${name} as ${role}, which begins at once for an account with this address; the server emails a link`
  )
})

type OfMember = Form & { readonly user: string }

/** The workspace and the id of the user that a command is about. */
const findBoth = Effect.fnUntraced(function* (idOrName: string, user: string) {
  const workspace = yield* Workspace.findAnyWorkspace(idOrName)
  return { workspace, userId: (yield* Account.findAccount(user)).id }
})

/** The owner of a workspace is not one of its members, so cannot be changed or removed as one. */
const noMember = (user: string, userId: string | null, { name, ownerId }: Workspace.Workspace) =>
  new NoSuchThing({
    message:
      userId === ownerId
        ? `${user} is the owner of the workspace ${name}`
        : `${user} is not a member of the workspace ${name}`
  })

/** `boardwright workspace set-role`. */
export const setWorkspaceRole = Effect.fnUntraced(function* (
  { json, role, user }: OfMember & { readonly role: Access.Role },
  idOrName: string
) {
  const changing = Effect.gen(function* () {
    const { userId, workspace } = yield* findBoth(idOrName, user)
    const member = yield* Board.updateWorkspaceMember(workspace.id, userId, { role }).pipe(
      Effect.catchTag("NotFound", () => noMember(user, userId, workspace))
    )
    return { workspace, member }
  })
  const found = yield* withApp(changing).pipe(Effect.catchTag("WorkspaceAmbiguous", (found) => ambiguous(found)))
  if (json === true) yield* printJson(found.member)
  yield* note(`${user} is ${role} of the workspace ${found.workspace.name}`)
})

/** Withdraws what invites somebody to a workspace, by id or address. Returns how many there were. */
const withdrawInvitations = Effect.fnUntraced(function* (
  { id: workspaceId }: Workspace.Workspace,
  user: string,
  userId: string | null
) {
  const pending = yield* everyPage((page) => Board.listWorkspaceInvitations(workspaceId, page))
  const theirs = pending.filter(
    ({ email, status, ...invitation }) =>
      status === "pending" &&
      ((userId !== null && invitation.userId === userId) || email?.toLowerCase() === user.toLowerCase())
  )
  for (const { id } of theirs) yield* Board.withdrawWorkspaceInvitation(workspaceId, id)
  return theirs.length
})

/** `boardwright workspace remove-member`. Somebody who is only invited is not any more. */
export const removeWorkspaceMember = Effect.fnUntraced(function* ({ json, user }: OfMember, idOrName: string) {
  const removing = Effect.gen(function* () {
    const workspace = yield* Workspace.findAnyWorkspace(idOrName)
    const account = yield* Effect.catchTag(Account.findAccount(user), "NotFound", () => Effect.succeed(null))
    const userId = account?.id ?? null
    const invitations = yield* withdrawInvitations(workspace, user, userId)
    const isRemoved =
      userId !== null &&
      (yield* Effect.as(Board.removeWorkspaceMember(workspace.id, userId), true).pipe(
        Effect.catchTag("NotFound", () => Effect.succeed(false))
      ))
    if (!isRemoved && invitations === 0) return yield* noMember(user, userId, workspace)
    return { workspaceId: workspace.id, userId, invitations, isRemoved, name: workspace.name }
  })
  const { isRemoved, name, ...rest } = yield* withApp(removing).pipe(
    Effect.catchTag("WorkspaceAmbiguous", (found) => ambiguous(found))
  )
  if (json === true) yield* printJson(rest)
  yield* note(
    isRemoved
      ? `${user} is not a member of the workspace ${name} any more; roles on its boards stay`
      : `${user} is not invited to the workspace ${name} any more`
  )
})
