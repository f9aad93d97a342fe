import { Account, Board, type Values } from "@boardwright/core"
import { type Context, Effect, Layer, Option } from "effect"
import { insertAll, type MemoryState, put, requireParent, type Trashed, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { byCreation, pageOf } from "./order.js"
import { isMemberOf, pendingInvitation } from "./boardAccess.js"
import { movedBack } from "./trash.js"

type Repository = Context.Tag.Service<Board.InvitationRepository>

const isFor = ({ email }: Board.Invitation, address: string | null): boolean =>
  email !== null && Account.normalizeEmail(email) === address

const requirePlace = (state: MemoryState, invitation: Board.Invitation): void => {
  const { id, kind } = Board.placeOf(invitation)
  requireParent(kind === "board" ? state.boards : state.workspaces, id, kind)
}

const invite = (
  state: MemoryState,
  offered: Parameters<Repository["invite"]>[0]
): readonly [Board.Invitation, MemoryState] => {
  requirePlace(state, offered)
  const before = pendingInvitation(state, Board.placeOf(offered), offered.userId)
  if (before !== undefined) {
    const invitation = { ...before, role: offered.role, inviterId: offered.inviterId }
    return [invitation, { ...state, invitations: put(state.invitations, invitation.id, invitation) }]
  }
  const invitation: Board.Invitation = { ...offered, status: "pending" }
  return [invitation, { ...state, invitations: insertAll(state.invitations, [invitation]) }]
}

const offer = (state: MemoryState, offered: Board.Invitation): readonly [Board.Invitation, MemoryState] => {
  requirePlace(state, offered)
  const { createdAt } = state.invitations.get(offered.id) ?? offered
  const invitation: Board.Invitation = { ...offered, createdAt, status: "pending" }
  return [invitation, { ...state, invitations: put(state.invitations, offered.id, invitation) }]
}

const bind = (
  state: MemoryState,
  address: string,
  userId: Account.UserId,
  at: Values.Timestamp.Timestamp
): MemoryState => {
  const whole = [...state.trash.values()].reduce(movedBack, state)
  const open = pending(
    whole,
    (invitation) =>
      invitation.userId === null &&
      isFor(invitation, address) &&
      (invitation.expiresAt ?? "") > at &&
      pendingInvitation(whole, Board.placeOf(invitation), userId) === undefined &&
      !isMemberOf(whole, Board.placeOf(invitation), userId)
  )
  if (open.length === 0) return state
  const ids = new Set<string>(open.map(({ id }) => id))
  const bound = (rows: Iterable<readonly [string, Board.Invitation]>) =>
    [...rows].map(([id, invitation]) => [id, ids.has(id) ? { ...invitation, userId } : invitation] as const)
  const inTrash = ([id, { rows, ...trashed }]: readonly [string, Trashed]) =>
    [id, { ...trashed, rows: { ...rows, invitations: bound(rows.invitations) } }] as const
  return { ...state, invitations: new Map(bound(state.invitations)), trash: new Map([...state.trash].map(inTrash)) }
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
    pending: (place, userId, address) =>
      store.read((state) =>
        pending(
          state,
          (invitation) =>
            Board.placeOf(invitation).id === place.id &&
            ((userId !== null && invitation.userId === userId) || isFor(invitation, address))
        )
      ),
    offer: (invitation) => store.change((state) => offer(state, invitation)),
    setToken: (id, hash) =>
      MemoryStore.update(store, (state) =>
        state.invitations.get(id)?.status === "pending"
          ? { ...state, invitationTokens: put(state.invitationTokens, id, { hash }) }
          : state
      ),
    findByToken: (hash) =>
      store.read(({ invitationTokens, invitations }) => {
        const [id = ""] = [...invitationTokens].find(([, token]) => token.hash === hash) ?? []
        return Option.filter(Option.fromNullable(invitations.get(id)), ({ status }) => status === "pending")
      }),
    bind: (address, userId, at) => MemoryStore.update(store, (state) => bind(state, address, userId, at)),
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
    removeOf: (userId) =>
      store.change((state) => {
        const isMeant = (invitation: Board.Invitation) => invitation.userId === userId
        const removed = [...state.invitations.values()].filter(isMeant)
        return [removed, { ...state, invitations: without(state.invitations, isMeant) }]
      }),
    listForUser: (userId, slice) =>
      store.read((state) => {
        const { items, total } = pageOf(
          pending(state, (invitation) => invitation.userId === userId),
          slice
        )
        const named = (item: Board.Invitation) => ({
          boardName: state.boards.get(item.boardId ?? "")?.name ?? null,
          workspaceName: state.workspaces.get(item.workspaceId ?? "")?.name ?? null
        })
        return { items: items.map((item) => ({ ...item, userId, ...named(item) })), total }
      }),
    listForPlace: (place, slice) =>
      store.read((state) =>
        pageOf(
          pending(state, (invitation) => Board.placeOf(invitation).id === place.id),
          slice
        )
      )
  }))
)
