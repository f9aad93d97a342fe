import { Account } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { type MemoryState, put, requireParent, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { sortedBy } from "./order.js"

const keyOf = (issuer: string, subject: string): string => JSON.stringify([issuer, subject])

const insert = (state: MemoryState, identity: Account.Identity): readonly [boolean, MemoryState] => {
  const { issuer, subject, userId } = identity
  requireParent(state.accounts, userId, "account")
  const key = keyOf(issuer, subject)
  const isOther = [...state.identities.values()].some((each) => each.issuer === issuer && each.userId === userId)
  return isOther || state.identities.has(key)
    ? [false, state]
    : [true, { ...state, identities: put(state.identities, key, identity) }]
}

export const layer: Layer.Layer<Account.IdentityRepository, never, MemoryStore> = Layer.effect(
  Account.IdentityRepository,
  Effect.map(MemoryStore, (store) => ({
    find: (issuer, subject) =>
      store.read(({ identities }) =>
        Option.map(Option.fromNullable(identities.get(keyOf(issuer, subject))), ({ userId }) => userId)
      ),
    ofUser: (id) =>
      store.read(({ identities }) =>
        sortedBy(
          [...identities.values()].filter(({ userId }) => userId === id),
          ({ issuer }) => [issuer]
        ).map(({ userId: _, ...identity }) => identity)
      ),
    insert: (identity) => store.change((state) => insert(state, identity)),
    removeSince: (id, from) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        identities: without(state.identities, ({ createdAt, userId }) => userId === id && createdAt >= from)
      }))
  }))
)
