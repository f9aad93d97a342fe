import { Account } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { insertAll, type MemoryState, patch, removing, requireParent, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { pageOf, sortedBy } from "./order.js"

/** Last seen first, ties by id. */
const lastSeen = (sessions: Iterable<Account.Session>): ReadonlyArray<Account.Session> =>
  sortedBy(sessions, ({ id }) => [id]).toSorted((a, b) => (a.seenAt < b.seenAt ? 1 : a.seenAt > b.seenAt ? -1 : 0))

const ownedBy = (state: MemoryState, userId: Account.UserId): ReadonlyArray<Account.Session> =>
  lastSeen([...state.sessions.values()].filter((session) => session.userId === userId))

const insert = (state: MemoryState, session: Account.Session, most: number): MemoryState => {
  requireParent(state.accounts, session.userId, "account")
  const after = { ...state, sessions: insertAll(state.sessions, [session]) }
  const gone = new Set(ownedBy(after, session.userId).slice(most))
  return { ...after, sessions: without(after.sessions, (each) => gone.has(each)) }
}

const find = (state: MemoryState, userId: Account.UserId, id: Account.SessionId) => {
  const session = state.sessions.get(id)
  const account = state.accounts.get(userId)
  if (session === undefined || account === undefined) return Option.none()
  if (session.userId !== userId || account.disabledAt !== null) return Option.none()
  return Option.some({ tokenVersion: account.tokenVersion, seenAt: session.seenAt })
}

export const layer: Layer.Layer<Account.SessionRepository, never, MemoryStore> = Layer.effect(
  Account.SessionRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (session, most) => MemoryStore.update(store, (state) => insert(state, session, most)),
    find: (userId, id) => store.read((state) => find(state, userId, id)),
    list: (userId, at, slice) =>
      store.read((state) => {
        const version = state.accounts.get(userId)?.tokenVersion
        const valid = ownedBy(state, userId).filter(
          ({ expiresAt, tokenVersion }) => expiresAt > at && tokenVersion === version
        )
        return pageOf(valid, slice)
      }),
    see: (id, at) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        sessions: patch(state.sessions, id, (session) => (session.seenAt < at ? { ...session, seenAt: at } : session))
      })),
    remove: (userId, id) =>
      store.change((state) =>
        state.sessions.get(id)?.userId === userId
          ? removing(state, state.sessions, id, () => ({
              ...state,
              sessions: without(state.sessions, (session) => session.id === id)
            }))
          : [false, state]
      ),
    removeExpired: (before) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        sessions: without(state.sessions, ({ expiresAt }) => expiresAt < before)
      }))
  }))
)
