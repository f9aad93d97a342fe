import { Account } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { ConstraintViolated, type MemoryState, put, requireParent, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"

const insert = (state: MemoryState, token: Account.EmailToken): MemoryState => {
  requireParent(state.accounts, token.userId, "account")
  if (state.emailTokens.has(token.hash)) throw new ConstraintViolated(`the token hash ${token.hash} is taken`)
  return { ...state, emailTokens: put(state.emailTokens, token.hash, token) }
}

/** Mailed tokens in the memory store. */
export const layer: Layer.Layer<Account.EmailTokenRepository, never, MemoryStore> = Layer.effect(
  Account.EmailTokenRepository,
  Effect.map(MemoryStore, (store) => {
    const removeWhere = (gone: (token: Account.EmailToken) => boolean) =>
      MemoryStore.update(store, (state) => ({ ...state, emailTokens: without(state.emailTokens, gone) }))
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
      removeUnused: (userId, purpose) =>
        removeWhere((token) => token.userId === userId && token.purpose === purpose && token.usedAt === null),
      removeExpired: (before) => removeWhere((token) => token.expiresAt < before)
    }
  })
)
