import { Idempotency } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { type MemoryState, put, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { sortedBy } from "./order.js"

const idOf = ({ key, owner }: Idempotency.OwnedKey): string => JSON.stringify([owner, key])

const NOTHING: Idempotency.StoredResult = { result: null, madeId: null, checks: [] }

const withKey = (state: MemoryState, entry: Idempotency.ClaimedKey & Idempotency.StoredResult): MemoryState => ({
  ...state,
  idempotencyKeys: put(state.idempotencyKeys, idOf(entry), entry)
})

export const layer: Layer.Layer<Idempotency.IdempotencyRepository, never, MemoryStore> = Layer.effect(
  Idempotency.IdempotencyRepository,
  Effect.map(MemoryStore, (store) => ({
    // One transaction runs at a time, so no call waits for another's key.
    claim: ({ createdAt, fingerprint, key, owner }, expired) =>
      store.change((state) => {
        const first = state.idempotencyKeys.get(idOf({ owner, key }))
        if (first === undefined || first.createdAt < expired)
          return [Option.none(), withKey(state, { owner, key, fingerprint, createdAt, ...NOTHING })]
        const { checks, fingerprint: stored, madeId, result } = first
        return [Option.some({ fingerprint: stored, result, madeId, checks }), state]
      }),
    store: (owned, { checks, madeId, result }) =>
      MemoryStore.update(store, (state) => {
        const claimed = state.idempotencyKeys.get(idOf(owned))
        return claimed === undefined ? state : withKey(state, { ...claimed, result, madeId, checks })
      }),
    removeBefore: (before, limit) =>
      store.change((state) => {
        const old = [...state.idempotencyKeys.values()].filter(({ createdAt }) => createdAt < before)
        const gone = new Set(sortedBy(old, ({ createdAt }) => [createdAt]).slice(0, limit))
        if (gone.size === 0) return [0, state]
        return [gone.size, { ...state, idempotencyKeys: without(state.idempotencyKeys, (entry) => gone.has(entry)) }]
      })
  }))
)
