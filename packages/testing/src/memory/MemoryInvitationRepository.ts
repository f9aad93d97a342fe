import { Board } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { insertAll, type MemoryState, put, requireParent, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { byCreation, pageOf } from "./order.js"
import { pendingInvitation } from "./standing.js"

const invite = (state: MemoryState, offered: Board.Invitation): readonly [Board.Invitation, MemoryState] => {
  requireParent(state.boards, offered.boardId, "board")
  const before = pendingInvitation(state, offered.boardId, offered.userId)
  if (before !== undefined) {
    const invitation = { ...before, role: offered.role, email: offered.email }
    return [invitation, { ...state, invitations: put(state.invitations, invitation.id, invitation) }]
  }
  const invitation: Board.Invitation = { ...offered, status: "pending" }
  return [invitation, { ...state, invitations: insertAll(state.invitations, [invitation]) }]
}

const pending = (
  state: MemoryState,
  wanted: (invitation: Board.Invitation) => boolean
): ReadonlyArray<Board.Invitation> =>
  byCreation(
    [...state.invitations.values()].filter((invitation) => invitation.status === "pending" && wanted(invitation))
  )

export const layer: Layer.Layer<Board.InvitationRepository, never, MemoryStore> = Layer.effect(
  Board.InvitationRepository,
  Effect.map(MemoryStore, (store) => ({
    invite: (invitation) => store.change((state) => invite(state, invitation)),
    find: (id) => store.read(({ invitations }) => Option.fromNullable(invitations.get(id))),
    close: (id, status) =>
      store.change((state) => {
        const invitation = state.invitations.get(id)
        if (invitation?.status !== "pending") return [Option.none(), state]
        const closed: Board.Invitation = { ...invitation, status }
        return [Option.some(closed), { ...state, invitations: put(state.invitations, id, closed) }]
      }),
    remove: (id) =>
      store.change((state) =>
        state.invitations.get(id)?.status === "pending"
          ? [true, { ...state, invitations: without(state.invitations, (invitation) => invitation.id === id) }]
          : [false, state]
      ),
    listForUser: (userId, slice) =>
      store.read((state) => {
        const { items, total } = pageOf(
          pending(state, (invitation) => invitation.userId === userId),
          slice
        )
        const boardName = (id: Board.BoardId) => state.boards.get(id)?.name ?? ""
        return { items: items.map((item) => ({ ...item, boardName: boardName(item.boardId) })), total }
      }),
    listForBoard: (boardId, slice) =>
      store.read((state) =>
        pageOf(
          pending(state, (invitation) => invitation.boardId === boardId),
          slice
        )
      )
  }))
)
