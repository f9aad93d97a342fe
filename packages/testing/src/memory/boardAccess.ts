import { Access, type Account, Board, type Workspace } from "@boardwright/core"
import { Option } from "effect"
import { type MemoryState, membershipKey } from "./MemoryState.js"

const RANKED: ReadonlyArray<Access.Role> = ["admin", "editor", "viewer"]

/** The role of a user in a workspace; membership outranks a pending invitation. */
const roleIn = (state: MemoryState, id: Workspace.WorkspaceId, userId: Account.UserId): Access.Role | undefined =>
  state.workspaceMembers.get(membershipKey(id, userId))?.role ??
  pendingInvitation(state, { kind: "workspace", id }, userId)?.role

/** Whether the user has a role in the workspace. */
export const hasRoleIn = (state: MemoryState, id: Workspace.WorkspaceId, userId: Account.UserId): boolean =>
  roleIn(state, id, userId) !== undefined

/** The role of a user on a board itself; membership outranks a pending invitation. */
const roleOf = (state: MemoryState, boardId: Board.BoardId, userId: Account.UserId): Access.Role | undefined => {
  const member = state.members.get(membershipKey(boardId, userId))
  if (member !== undefined) return member.role
  return pendingInvitation(state, { kind: "board", id: boardId }, userId)?.role
}

/** The pending invitation of a user to a place; there is at most one. */
export const pendingInvitation = (
  state: MemoryState,
  place: Board.InvitedPlace,
  userId: Account.UserId
): Board.Invitation | undefined =>
  [...state.invitations.values()].find(
    (invitation) =>
      Board.placeOf(invitation).id === place.id && invitation.userId === userId && invitation.status === "pending"
  )

/** Whether the user is a member of the place or owns its workspace. */
export const isMemberOf = (state: MemoryState, place: Board.InvitedPlace, userId: Account.UserId): boolean => {
  const [workspaceId, members] =
    place.kind === "workspace"
      ? [place.id, state.workspaceMembers]
      : [state.boards.get(place.id)?.workspaceId, state.members]
  const isOwner = workspaceId !== undefined && state.workspaces.get(workspaceId)?.ownerId === userId
  return isOwner || members.has(membershipKey(place.id, userId))
}

/** Whether the user is a member of the board or has a pending invitation to it. */
export const isVisibleTo = (state: MemoryState, boardId: Board.BoardId, userId: Account.UserId): boolean =>
  roleOf(state, boardId, userId) !== undefined

/** A user's standing on a board of a workspace. */
export const boardStanding = (
  state: MemoryState,
  workspace: Workspace.Workspace,
  boardId: Board.BoardId,
  userId: Account.UserId | null
): Access.BoardStanding => {
  if (userId === null) return "none"
  if (workspace.ownerId === userId) return "owner"
  const held = new Set([roleOf(state, boardId, userId), roleIn(state, workspace.id, userId)])
  return RANKED.find((role) => held.has(role)) ?? "none"
}

export const boardAccess = (
  state: MemoryState,
  boardId: Board.BoardId | undefined,
  userId: Account.UserId | null
): Option.Option<Access.BoardAccess> => {
  const board = boardId === undefined ? undefined : state.boards.get(boardId)
  const workspace = board === undefined ? undefined : state.workspaces.get(board.workspaceId)
  if (board === undefined || workspace === undefined) return Option.none()
  return Option.some({
    boardId: board.id,
    workspaceId: workspace.id,
    ownerId: workspace.ownerId,
    standing: boardStanding(state, workspace, board.id, userId)
  })
}

/** The boards that a user, with null the operator, can read, of which an API token is limited to places. */
export const readableBoards = (
  state: MemoryState,
  userId: Account.UserId | null,
  places: Access.TokenPlaces | null
): ReadonlyArray<Board.Board> =>
  [...state.boards.values()].filter(({ id, workspaceId }) => {
    if (places !== null && !Access.reachesBoard(places, { boardId: id, workspaceId })) return false
    const access = boardAccess(state, id, userId)
    return userId === null || (access._tag === "Some" && Access.mayOnBoard(access.value.standing, "read the board"))
  })

/** Every user with access to one of the boards or to the workspace; each once. */
export const readersOf = (
  state: MemoryState,
  workspace: Workspace.Workspace,
  boards: ReadonlyArray<Board.Board>
): ReadonlyArray<Account.UserId> => {
  const ids = new Set<string>([workspace.id, ...boards.map(({ id }) => id)])
  const invited = [...state.invitations.values()].filter(({ status }) => status === "pending")
  const onBoards = [...state.members.values()].filter(({ boardId }) => ids.has(boardId))
  const within = [...state.workspaceMembers.values()].filter(({ workspaceId }) => ids.has(workspaceId))
  const shared = [...onBoards, ...within, ...invited.filter((each) => ids.has(Board.placeOf(each).id))]
  return [...new Set([workspace.ownerId, ...shared.flatMap(({ userId }) => userId ?? [])])]
}

export const workspaceStanding = (
  state: MemoryState,
  workspace: Workspace.Workspace,
  userId: Account.UserId | null
): Access.WorkspaceStanding => {
  if (userId === null) return "none"
  if (workspace.ownerId === userId) return "owner"
  const role = roleIn(state, workspace.id, userId)
  if (role !== undefined) return role
  const boards = [...state.boards.values()].filter(({ workspaceId }) => workspaceId === workspace.id)
  return boards.some(({ id }) => isVisibleTo(state, id, userId)) ? "shared" : "none"
}
