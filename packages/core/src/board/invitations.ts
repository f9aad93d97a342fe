import { Effect, Option } from "effect"
import { CurrentActor, requireUser } from "../access/Actor.js"
import { requireBoard, requireBoardChild } from "../access/authorize.js"
import { Forbidden } from "../access/policy.js"
import { createdFields, removedFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { type Invitation, InvitationId } from "../invitation/Invitation.js"
import { InvitationRepository } from "../invitation/InvitationRepository.js"
import { recordRole } from "../security/recordSecurityEvent.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import { listed, type Page, PageInput, type Slice, toSlice } from "../values/Page.js"
import { now } from "../values/Timestamp.js"
import { BoardId } from "./Board.js"
import { allowCount } from "./boardLimits.js"
import { boardChange } from "./boardChange.js"
import { BoardRepository } from "./BoardRepository.js"
import { invitationChange, offered } from "./invitationChange.js"
import { withInvitedFace, withInvitedFaces } from "./invitationFaces.js"

const decodePage = decodeInput(PageInput)

const withPageFaces = <A extends Invitation>(slice: Slice, { items, total }: Page<A>) =>
  Effect.map(withInvitedFaces(items), (invited) => listed(slice, { items: invited, total }))

/** The acting user's pending invitations. Fails with `InvalidInput`, or `Forbidden` for the operator. */
export const listMyInvitations = Effect.fnUntraced(function* (input: PageInput = {}) {
  const invitations = yield* InvitationRepository
  const slice = toSlice(yield* decodePage(input))
  const userId = yield* requireUser
  const page = yield* withPageFaces(slice, yield* invitations.listForUser(userId, slice))
  return { ...page, items: page.items.map((invitation) => ({ ...invitation, userId })) }
})

/** A board's pending invitations. Fails with `InvalidInput`, `NotFound` or `Forbidden`. */
export const listBoardInvitations = Effect.fnUntraced(function* (id: string, input: PageInput = {}) {
  const invitations = yield* InvitationRepository
  const boardId = BoardId.make(id)
  const slice = toSlice(yield* decodePage(input))
  yield* requireBoard(boardId, "manage the board")
  return yield* withPageFaces(slice, yield* invitations.listForBoard(boardId, slice))
})

/** The invitation, whatever its status. */
const findInvitation = Effect.fnUntraced(function* (id: InvitationId) {
  const invitations = yield* InvitationRepository
  return yield* invitations.find(id).pipe(orNotFound("Invitation", id))
})

export const requirePending = ({ status }: Invitation) =>
  status === "pending" ? Effect.void : invalid(["status"], `is ${status}, not pending`)

/** For an invitation that another call ended first. */
const notPending = () => invalid(["status"], "is not pending")

/** Ends a pending invitation of the actor's own, as part of a transaction. Accepting it adds the member. */
const answer = Effect.fnUntraced(function* (idText: string, status: "accepted" | "declined") {
  const invitations = yield* InvitationRepository
  const boards = yield* BoardRepository
  const actor = yield* CurrentActor
  const invitation = yield* findInvitation(InvitationId.make(idText))
  if (actor._tag === "User" && actor.userId !== invitation.userId) {
    return yield* new Forbidden({ action: "answer the invitation" })
  }
  yield* requirePending(invitation)
  if (invitation.userId === null) return yield* invalid(["email"], "is not known to be anybody's yet")
  // Every change of a board's members locks the board first, and then what is on it.
  const { workspaceId } = yield* boards.lock(invitation.boardId).pipe(orNotFound("Invitation", invitation.id))
  const ended = yield* invitations.close(invitation.id, status)
  if (Option.isNone(ended)) return yield* notPending()
  // The role may have changed between reading the invitation and locking the board.
  const { boardId, role } = ended.value
  const { userId } = invitation
  const board = { boardId, workspaceId }
  const answered = invitationChange(`invitation.${status}`, board, ended.value, removedFields(offered(ended.value)))
  if (status === "declined") return recorded(ended.value, answered)
  yield* allowCount("members", (yield* boards.members(boardId)).length + 1)
  yield* boards.putMember(boardId, { userId, role }, yield* now)
  yield* recordRole({ userId, of: "board", id: boardId, from: null, to: role })
  const added = boardChange("member.added", board, { subjectId: userId, fields: createdFields({ role }) })
  return recorded(ended.value, answered, added)
})

/**
 * Makes the invited user a member with the offered role.
 * Fails with `NotFound`, `Forbidden` for anyone else, or `InvalidInput` when it is not pending or the board is full.
 */
export const acceptInvitation = (id: string) => Effect.flatMap(recording(answer(id, "accepted")), withInvitedFace)

/**
 * Ends the offer, and the access that it gave.
 * Fails with `NotFound`, `Forbidden` for anyone else, or `InvalidInput` when it is not pending.
 */
export const declineInvitation = (id: string) => Effect.flatMap(recording(answer(id, "declined")), withInvitedFace)

export const findBoardInvitation = Effect.fnUntraced(function* (boardId: BoardId, id: InvitationId) {
  const invitation = yield* findInvitation(id)
  return invitation.boardId === boardId ? invitation : yield* new NotFound({ thing: "Invitation", id })
})

/**
 * Withdraws a pending invitation, and the access that it gave.
 * Fails with `NotFound` for the board or the invitation, `Forbidden`, or `InvalidInput` when it is not pending.
 */
export const withdrawInvitation = Effect.fnUntraced(function* (boardIdText: string, idText: string) {
  const boards = yield* BoardRepository
  const invitations = yield* InvitationRepository
  const boardId = BoardId.make(boardIdText)
  yield* recording(
    Effect.gen(function* () {
      yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
      const search = findBoardInvitation(boardId, InvitationId.make(idText))
      const { access, child: invitation } = yield* requireBoardChild(boardId, "manage the board", search)
      yield* requirePending(invitation)
      if (!(yield* invitations.remove(invitation.id))) return yield* notPending()
      const fields = removedFields(offered(invitation))
      return recorded(undefined, invitationChange("invitation.withdrawn", access, invitation, fields))
    })
  )
})
