import { Account } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { withoutAccount } from "./cascade.js"
import { insertAll, type MemoryState, patch, put } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { byCreation, pageOf } from "./order.js"

const findByEmail = (state: MemoryState, normalized: string): Account.Account | undefined =>
  [...state.accounts.values()].find(({ email }) => Account.normalizeEmail(email) === normalized)

// Only A to Z, as in databases.
const lowered = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

export const layer: Layer.Layer<Account.AccountRepository, never, MemoryStore> = Layer.effect(
  Account.AccountRepository,
  Effect.map(MemoryStore, (store) => {
    const patchAccount = (id: Account.UserId, change: (account: Account.Account) => Account.Account) =>
      MemoryStore.update(store, (state) => ({ ...state, accounts: patch(state.accounts, id, change) }))
    const find = (id: Account.UserId) => store.read(({ accounts }) => Option.fromNullable(accounts.get(id)))
    return {
      insert: (account) =>
        store
          .change<Effect.Effect<void, Account.EmailTaken>>((state) =>
            findByEmail(state, Account.normalizeEmail(account.email)) === undefined
              ? [Effect.void, { ...state, accounts: insertAll(state.accounts, [account]) }]
              : [new Account.EmailTaken(), state]
          )
          .pipe(Effect.flatten),
      find,
      lock: find,
      findByEmail: (normalized) => store.read((state) => Option.fromNullable(findByEmail(state, normalized))),
      tokenVersion: (id) =>
        store.read(({ accounts }) => {
          const account = accounts.get(id)
          return account === undefined || account.disabledAt !== null
            ? Option.none()
            : Option.some(account.tokenVersion)
        }),
      list: (search, slice) =>
        store.read(({ accounts }) => {
          const wanted = [...accounts.values()].filter(({ email, name }) =>
            [name, email].some((text) => lowered(text).includes(lowered(search)))
          )
          return pageOf(byCreation(wanted), slice)
        }),
      existing: (ids) =>
        store.read(({ accounts }) =>
          [...new Set(ids)].flatMap((id) => {
            const account = accounts.get(id)
            return account === undefined ? [] : [account.id]
          })
        ),
      users: (ids) =>
        store.read(({ accounts }) =>
          [...new Set(ids)].flatMap((id) => {
            const account = accounts.get(id)
            return account === undefined ? [] : [Account.toUser(account)]
          })
        ),
      markVerified: (id, at) => patchAccount(id, (account) => ({ ...account, verifiedAt: account.verifiedAt ?? at })),
      claim: (id, { language, name, passwordHash }, at) =>
        store.change((state) => {
          const account = state.accounts.get(id)
          if (account === undefined || account.verifiedAt !== null || account.disabledAt !== null) return [false, state]
          const tokenVersion = account.tokenVersion + 1
          const claimed = { ...account, name, passwordHash, language, verifiedAt: at, tokenVersion }
          return [true, { ...state, accounts: put(state.accounts, id, claimed) }]
        }),
      replacePassword: (id, passwordHash) =>
        patchAccount(id, (account) => ({ ...account, passwordHash, tokenVersion: account.tokenVersion + 1 })),
      replaceEmail: (id, email) =>
        store.change((state) => {
          const account = state.accounts.get(id)
          const owner = findByEmail(state, Account.normalizeEmail(email))
          if (account === undefined || (owner !== undefined && owner.id !== id)) return [false, state]
          const changed = { ...account, email, tokenVersion: account.tokenVersion + 1 }
          return [true, { ...state, accounts: put(state.accounts, id, changed) }]
        }),
      raiseTokenVersion: (id) =>
        patchAccount(id, (account) => ({ ...account, tokenVersion: account.tokenVersion + 1 })),
      remove: (id) => MemoryStore.update(store, (state) => withoutAccount(state, id)),
      disable: (id, at) =>
        patchAccount(id, (account) =>
          account.disabledAt === null ? { ...account, disabledAt: at, tokenVersion: account.tokenVersion + 1 } : account
        ),
      enable: (id) => patchAccount(id, (account) => ({ ...account, disabledAt: null })),
      updateProfile: (id, { language, name, notifications, timezone }) =>
        patchAccount(id, (account) => ({ ...account, language, name, notifications, timezone })),
      completeOnboarding: (id, onboardingData) =>
        patchAccount(id, (account) => ({ ...account, onboardingData, hasCompletedOnboarding: true }))
    }
  })
)
