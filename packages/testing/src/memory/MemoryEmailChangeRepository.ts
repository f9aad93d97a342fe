import { Account } from "@boardwright/core"
import { Layer, Option, Effect } from "effect"
import {
  insertAll,
  type MemoryState,
  patch,
  put,
  requireParent,
  type StoredEmailChange,
  without
} from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"

const insert = (state: MemoryState, change: Account.EmailChange): MemoryState => {
  requireParent(state.accounts, change.userId, "account")
  const kept = without(
    state.emailChanges,
    ({ confirmedAt, expiresAt, userId }) =>
      expiresAt < change.createdAt || (userId === change.userId && confirmedAt === null)
  )
  return { ...state, emailChanges: insertAll(kept, [{ ...change, tokenHash: null }]) }
}

const shown = ({ tokenHash: _, ...change }: StoredEmailChange): Account.EmailChange => change

const purposeOf = ({ confirmedAt }: Account.EmailChange): Account.EmailChangePurpose =>
  confirmedAt === null ? "emailChange" : "emailChanged"

export const layer: Layer.Layer<Account.EmailChangeRepository, never, MemoryStore> = Layer.effect(
  Account.EmailChangeRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (change) => MemoryStore.update(store, (state) => insert(state, change)),
    find: (id) => store.read(({ emailChanges }) => Option.map(Option.fromNullable(emailChanges.get(id)), shown)),
    findByToken: (hash) =>
      store.read(({ emailChanges }) => {
        const found = [...emailChanges.values()].find(({ tokenHash }) => tokenHash === hash)
        return Option.map(Option.fromNullable(found), shown)
      }),
    setToken: (id, purpose, tokenHash, expiresAt) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        emailChanges: patch(state.emailChanges, id, (change) =>
          change.endedAt === null && purposeOf(change) === purpose ? { ...change, tokenHash, expiresAt } : change
        )
      })),
    confirm: (id, confirmedAt, expiresAt) =>
      store.change((state) => {
        const change = state.emailChanges.get(id)
        if (change === undefined || change.confirmedAt !== null || change.endedAt !== null) return [false, state]
        const confirmed = { ...change, confirmedAt, expiresAt, tokenHash: null }
        return [true, { ...state, emailChanges: put(state.emailChanges, id, confirmed) }]
      }),
    end: (userId, fromVersion, endedAt) =>
      MemoryStore.update(store, (state) => {
        const isMeant = (change: StoredEmailChange) =>
          change.userId === userId && change.tokenVersion >= fromVersion && change.endedAt === null
        const changes = [...state.emailChanges].map(
          ([id, change]) => [id, isMeant(change) ? { ...change, endedAt } : change] as const
        )
        return { ...state, emailChanges: new Map(changes) }
      }),
    isReserved: (normalized, userId, at) =>
      store.read(({ emailChanges }) =>
        [...emailChanges.values()].some(
          (change) =>
            Account.normalizeEmail(change.previousEmail) === normalized &&
            purposeOf(change) === "emailChanged" &&
            change.endedAt === null &&
            change.userId !== userId &&
            change.expiresAt > at
        )
      )
  }))
)
