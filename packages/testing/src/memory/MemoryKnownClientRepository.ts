import { Account, type Values } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { type MemoryState, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"

const keyOf = (userId: string, hash: string): string => JSON.stringify([userId, hash])

const remember = (
  state: MemoryState,
  userId: Account.UserId,
  hash: string,
  seenAt: Values.Timestamp.Timestamp,
  most: number
): MemoryState => {
  if (!state.accounts.has(userId)) return state
  const after = new Map(state.knownClients).set(keyOf(userId, hash), { userId, hash, seenAt })
  const own = [...after.values()].filter((client) => client.userId === userId)
  const kept = own.toSorted((a, b) => (a.seenAt < b.seenAt ? 1 : a.seenAt > b.seenAt ? -1 : a.hash < b.hash ? -1 : 1))
  for (const client of kept.slice(most)) after.delete(keyOf(userId, client.hash))
  return { ...state, knownClients: after }
}

export const layer: Layer.Layer<Account.KnownClientRepository, never, MemoryStore> = Layer.effect(
  Account.KnownClientRepository,
  Effect.map(MemoryStore, (store) => ({
    has: (userId, hash) => store.read(({ knownClients }) => knownClients.has(keyOf(userId, hash))),
    remember: (userId, hash, at, most) => MemoryStore.update(store, (state) => remember(state, userId, hash, at, most)),
    removeUnseen: (before) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        knownClients: without(state.knownClients, ({ seenAt }) => seenAt < before)
      }))
  }))
)
