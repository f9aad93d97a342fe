import { Account } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { insertAll, type MemoryState, patch, removing, requireParent, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { byCreation, pageOf, sortedBy } from "./order.js"

const ownedBy = (state: MemoryState, userId: Account.UserId): ReadonlyArray<Account.ApiToken> =>
  byCreation([...state.apiTokens.values()].filter((token) => token.userId === userId))

const findByHash = (state: MemoryState, hash: string): Option.Option<Account.ApiToken> => {
  const token = [...state.apiTokens.values()].find((each) => each.hash === hash)
  if (token === undefined || state.accounts.get(token.userId)?.disabledAt !== null) return Option.none()
  return Option.some(token)
}

const everybodys = ({ accounts, apiTokens }: MemoryState): ReadonlyArray<Account.ApiTokenWithEmail> =>
  sortedBy(apiTokens.values(), ({ createdAt, id, userId }) => [userId, createdAt, id]).map((token) => ({
    ...token,
    email: accounts.get(token.userId)?.email ?? ""
  }))

const insert = (state: MemoryState, token: Account.ApiToken, most: number): readonly [boolean, MemoryState] => {
  requireParent(state.accounts, token.userId, "account")
  return ownedBy(state, token.userId).length < most
    ? [true, { ...state, apiTokens: insertAll(state.apiTokens, [token]) }]
    : [false, state]
}

export const layer: Layer.Layer<Account.ApiTokenRepository, never, MemoryStore> = Layer.effect(
  Account.ApiTokenRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (token, most) => store.change((state) => insert(state, token, most)),
    findByHash: (hash) => store.read((state) => findByHash(state, hash)),
    find: (id) => store.read(({ apiTokens }) => Option.fromNullable(apiTokens.get(id))),
    isValid: (id, at) =>
      store.read(({ apiTokens }) => {
        const token = apiTokens.get(id)
        return token !== undefined && (token.expiresAt === null || token.expiresAt > at)
      }),
    list: (userId, slice) => store.read((state) => pageOf(ownedBy(state, userId), slice)),
    listAll: (slice) => store.read((state) => pageOf(everybodys(state), slice)),
    use: (id, at) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        apiTokens: patch(state.apiTokens, id, (token) =>
          token.lastUsedAt === null || token.lastUsedAt < at ? { ...token, lastUsedAt: at } : token
        )
      })),
    remove: (userId, id) =>
      store.change((state) =>
        state.apiTokens.get(id)?.userId === userId
          ? removing(state, state.apiTokens, id, () => ({
              ...state,
              apiTokens: without(state.apiTokens, (token) => token.id === id)
            }))
          : [false, state]
      ),
    removeAll: (userId) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        apiTokens: without(state.apiTokens, (token) => token.userId === userId)
      }))
  }))
)
