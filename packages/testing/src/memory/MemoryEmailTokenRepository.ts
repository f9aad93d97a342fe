import { Account } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { ConstraintViolated, type MemoryState, put, requireParent, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"

const insert = (state: MemoryState, token: Account.EmailToken): MemoryState => {
  requireParent(state.accounts, token.userId, "account")
  if (state.emailTokens.has(token.hash)) throw new ConstraintViolated(`the token hash ${token.hash} is taken`)
  return { ...state, emailTokens: put(state.emailTokens, token.hash, token) }
}

export const layer: Layer.Layer<Account.EmailTokenRepository, never, MemoryStore> = Layer.effect(
  Account.EmailTokenRepository,
  Effect.map(MemoryStore, (store) => {
    return {
      insert: (token) => MemoryStore.update(store, (state) => insert(state, token)),
      find: (purpose, hash) =>
        store.read(({ emailTokens }) =>
          Option.fromNullable(emailTokens.get(hash)).pipe(Option.filter((token) => token.purpose === purpose))
        ),
      consume: (hash, usedAt) =>
        store.change((state) => {
          const token = state.emailTokens.get(hash)
          return token === undefined || token.usedAt !== null
            ? [false, state]
            : [true, { ...state, emailTokens: put(state.emailTokens, hash, { ...token, usedAt }) }]
        }),
      consumeAll: (userId, purpose, usedAt) =>
        MemoryStore.update(store, (state) => {
          const isMeant = (token: Account.EmailToken) =>
            token.userId === userId && token.purpose === purpose && token.usedAt === null
          const used = [...state.emailTokens].filter(([, token]) => isMeant(token))
          const marked = used.map(([hash, token]) => [hash, { ...token, usedAt }] as const)
          return { ...state, emailTokens: new Map([...state.emailTokens, ...marked]) }
        }),
      removeExpired: (before) =>
        MemoryStore.update(store, (state) => ({
          ...state,
          emailTokens: without(state.emailTokens, (token) => token.expiresAt < before)
        }))
    }
  })
)
