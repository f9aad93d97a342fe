import { type Ask, done, enveloped, idAt, type Specified, type Outcome } from "./Ask.js"
import { ID, page, readNew, readPatch, ROLE } from "./fields.js"
import { found, rejectProblems, ApiError } from "./ApiError.js"
import { allow, findBoard, standingOn } from "./rights.js"
import { type Board, type Face, faceOf, type Invitation, replaced, type State, without } from "./State.js"

/** By id or by address, and not by both. */
const readInvited = (body: Ask["body"]) => {
  const { email = null, userId = null } = body
  const who = userId !== null && email !== null ? ["email"] : userId === null && email === null ? ["userId"] : []
  const role = ROLE(body["role"] ?? undefined) === undefined ? ["role"] : []
  rejectProblems([...who, ...role])
  return readNew(body, { userId: ID, email: ID, role: ROLE }, ["role"])
}

/** An invitation by address shows nobody until it is accepted. */
const shownFace = (state: State, userId: string, email: string | null): Face =>
  email === null ? faceOf(state, userId) : { name: null, avatar: null }

/** Admins may. A pending invitation gets the new role and 200; members and the owner are a 400. */
export const invite: Specified = (ask) => {
  const { email = null, role, userId } = readInvited(ask.body)
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "manage")
  const user = found(
    "User",
    ask.state.users.find((each) =>
      userId === undefined ? each.email.toLowerCase() === email.trim().toLowerCase() : each.id === userId
    )
  )
  const isMember = board.members.some((member) => member.userId === user.id)
  if (isMember || standingOn(ask.state, board, user.id) === "owner") rejectProblems(["userId"])
  const pending = ask.state.invitations.find(
    (each) => each.boardId === board.id && each.userId === user.id && each.status === "pending"
  )
  if (pending !== undefined) {
    const invitation = { ...pending, role, email, ...shownFace(ask.state, user.id, email) }
    const state = { ...ask.state, invitations: replaced(ask.state.invitations, invitation) }
    return { body: { success: true, invitation }, state }
  }
  const invitation: Invitation = {
    id: ask.made("invitation"),
    boardId: board.id,
    userId: user.id,
    email,
    role,
    status: "pending",
    createdAt: ask.at,
    ...shownFace(ask.state, user.id, email)
  }
  const state = { ...ask.state, invitations: [...ask.state.invitations, invitation] }
  return { status: 201, body: { success: true, invitation }, state }
}

const requirePending = ({ status }: Invitation): void => {
  if (status !== "pending") rejectProblems(["status"])
}

const answered = (
  ask: Ask,
  status: "accepted" | "declined"
): Outcome & { readonly state: State; readonly it: Invitation } => {
  const before = found(
    "Invitation",
    ask.state.invitations.find(({ id }) => id === idAt(ask, 0))
  )
  if (before.userId !== ask.by) throw new ApiError(403, "Forbidden")
  requirePending(before)
  const face = status === "accepted" ? faceOf(ask.state, before.userId) : {}
  const it = { ...before, status, ...face }
  return {
    body: enveloped("invitation", it),
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
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  const invitation = found(
    "Invitation",
    ask.state.invitations.find(({ boardId, id }) => id === idAt(ask, 1) && boardId === board.id)
  )
  allow(ask.state, board, ask.by, "manage")
  requirePending(invitation)
  return done({ ...ask.state, invitations: without(ask.state.invitations, invitation.id) })
}

const isPending = ({ status }: Invitation): boolean => status === "pending"

/** Those pending, with the board's name. */
export const listMine: Specified = ({ by, query, state }) => {
  const mine = state.invitations.filter((each) => each.userId === by && isPending(each))
  const named = mine.map((each) => ({ ...each, boardName: findBoard(state, each.boardId).name }))
  return { body: page("invitations", named, query) }
}

/** Those pending; for admins. A wrong page is refused before the board is looked for. */
export const listOfBoard: Specified = (ask) => {
  page("invitations", [], ask.query)
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "manage")
  const all = ask.state.invitations.filter((each) => each.boardId === board.id && isPending(each))
  return { body: page("invitations", all, ask.query) }
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
