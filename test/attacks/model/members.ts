import { type Ask, done, enveloped, idAt, type Specified, type Outcome } from "./Ask.js"
import { EMAIL, ID, page, readNew, readPatch, ROLE } from "./fields.js"
import { found, rejectProblems, ApiError } from "./ApiError.js"
import { allow, findBoard, standingOn } from "./rights.js"
import { type Board, faceOf, type Invitation, replaced, type State, without } from "./State.js"

/** By id or by address, and not by both. */
const readInvited = (body: Ask["body"]) => {
  const { email = null, userId = null } = body
  const who = userId !== null && email !== null ? ["email"] : userId === null && email === null ? ["userId"] : []
  const role = ROLE(body["role"] ?? undefined) === undefined ? ["role"] : []
  const address = email !== null && EMAIL(email) === undefined ? ["email"] : []
  rejectProblems([...address, ...who, ...role])
  return readNew(body, { userId: ID, email: EMAIL, role: ROLE }, ["role"])
}

const shownUser = ({ email, status }: Invitation): boolean => email === null || status === "accepted"

/** An invitation by address shows nobody until it is accepted. */
const shown = (state: State, invitation: Invitation): Invitation & { readonly workspaceId: null } => {
  const { userId } = invitation
  return userId !== null && shownUser(invitation)
    ? { ...invitation, workspaceId: null, ...faceOf(state, userId) }
    : { ...invitation, workspaceId: null, userId: null, name: null, avatar: null }
}

const inFortnight = (at: string): string => new Date(Date.parse(at) + 14 * 86_400_000).toISOString()

/** Admins may. A pending invitation gets the new role and 200; members and the owner are a 400. */
export const invite: Specified = (ask) => {
  const { email = null, role, userId } = readInvited(ask.body)
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "manage")
  const user = ask.state.users.find((each) =>
    email === null ? each.id === userId : each.email.toLowerCase() === email.toLowerCase()
  )
  if (email === null) found("User", user)
  const who = user?.id ?? null
  const isMember = board.members.some((member) => member.userId === who)
  if (who !== null && (isMember || standingOn(ask.state, board, who) === "owner")) rejectProblems(["userId"])
  const pending = ask.state.invitations.filter((each) => each.boardId === board.id && isPending(each))
  const byId = pending.find((each) => each.email === null && each.userId === who)
  const ofAddress = pending.find((each) => each.email !== null && each.email.toLowerCase() === email?.toLowerCase())
  const before = email === null ? byId : ofAddress
  const invitation: Invitation = {
    id: before?.id ?? ask.made("invitation"),
    boardId: board.id,
    userId: email !== null && byId !== undefined ? null : who,
    email,
    role,
    status: "pending",
    inviterId: ask.by,
    createdAt: before?.createdAt ?? ask.at,
    expiresAt: email === null ? null : inFortnight(ask.at),
    name: null,
    avatar: null
  }
  const others = ask.state.invitations.map((each) =>
    email === null && pending.includes(each) && each.email !== null && each.userId === who
      ? { ...each, userId: null }
      : each
  )
  const invitations = before === undefined ? [...others, invitation] : replaced(others, invitation)
  const body = { success: true, invitation: shown(ask.state, invitation) }
  const state = { ...ask.state, invitations }
  return before === undefined ? { status: 201, body, state } : { body, state }
}

/** Admins may, if it is by address: it is open for another fortnight. */
export const resend: Specified = (ask) => {
  const before = pendingOf(ask)
  if (before.email === null) rejectProblems(["email"])
  const { email, role } = before
  const { body, state } = invite({ ...ask, body: { email, role } })
  return { body: enveloped("invitation", (body as { invitation: object }).invitation), ...(state && { state }) }
}

const requirePending = ({ status }: Invitation): void => {
  if (status !== "pending") rejectProblems(["status"])
}

/** The pending invitation of a board that a request of an admin names. */
const pendingOf = (ask: Ask): Invitation => {
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  const invitation = found(
    "Invitation",
    ask.state.invitations.find(({ boardId, id }) => id === idAt(ask, 1) && boardId === board.id)
  )
  allow(ask.state, board, ask.by, "manage")
  requirePending(invitation)
  return invitation
}

const answered = (
  ask: Ask,
  status: "accepted" | "declined"
): Outcome & { readonly state: State; readonly it: Invitation & { readonly userId: string } } => {
  const before = found(
    "Invitation",
    ask.state.invitations.find(({ id }) => id === idAt(ask, 0))
  )
  if (before.userId !== ask.by) throw new ApiError(403, "Forbidden")
  requirePending(before)
  const it = { ...before, status, userId: ask.by }
  return {
    body: enveloped("invitation", shown(ask.state, it)),
    state: { ...ask.state, invitations: replaced(ask.state.invitations, it) },
    it
  }
}

/** The invited user may, while it is pending. */
export const decline: Specified = (ask) => answered(ask, "declined")

/** The invited user may, while it is pending; they become the last member. */
export const accept: Specified = (ask) => {
  const { body, it, state } = answered(ask, "accepted")
  const board = findBoard(state, it.boardId)
  const members = [...board.members, { userId: it.userId, role: it.role, ...faceOf(state, it.userId) }]
  return { body, state: { ...state, boards: replaced(state.boards, { ...board, members }) } }
}

/** Admins may, while it is pending; it is gone then. */
export const withdraw: Specified = (ask) => {
  return done({ ...ask.state, invitations: without(ask.state.invitations, pendingOf(ask).id) })
}

const isPending = ({ status }: Invitation): boolean => status === "pending"

/** Those pending, with the board's name. */
export const listMine: Specified = ({ by, query, state }) => {
  const mine = state.invitations.filter((each) => each.userId === by && isPending(each))
  const named = mine.map((each) => ({
    ...shown(state, each),
    userId: by,
    boardName: findBoard(state, each.boardId).name,
    workspaceName: null
  }))
  return { body: page("invitations", named, query) }
}

/** Those pending; for admins. A wrong page is refused before the board is looked for. */
export const listOfBoard: Specified = (ask) => {
  page("invitations", [], ask.query)
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "manage")
  const all = ask.state.invitations.filter((each) => each.boardId === board.id && isPending(each))
  return {
    body: page(
      "invitations",
      all.map((each) => shown(ask.state, each)),
      ask.query
    )
  }
}

const findMember = (ask: Ask, right: "read" | "manage") => {
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  const member = found(
    "Member",
    board.members.find(({ userId }) => userId === idAt(ask, 1))
  )
  allow(ask.state, board, ask.by, right)
  const admins = board.members.filter(({ role }) => role === "admin")
  return { board, member, isLastAdmin: member.role === "admin" && admins.length === 1 }
}

const withMembers = (state: State, board: Board, members: Board["members"]): State => ({
  ...state,
  boards: replaced(state.boards, { ...board, members })
})

/** Admins may. The last admin stays one. */
export const updateMember: Specified = (ask) => {
  const { role } = readPatch(ask.body, { role: ROLE })
  const { board, isLastAdmin, member: before } = findMember(ask, "manage")
  if (isLastAdmin && role !== undefined && role !== "admin") rejectProblems(["role"])
  const member = { ...before, role: role ?? before.role }
  const members = board.members.map((each) => (each.userId === member.userId ? member : each))
  return { body: enveloped("member", member), state: withMembers(ask.state, board, members) }
}

/** Admins may, and every member may leave. The last admin stays. */
export const removeMember: Specified = (ask) => {
  const { board, isLastAdmin, member } = findMember(ask, ask.by === idAt(ask, 1) ? "read" : "manage")
  if (isLastAdmin) rejectProblems(["userId"])
  const members = board.members.filter(({ userId }) => userId !== member.userId)
  return done(withMembers(ask.state, board, members))
}
