import { Account } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { insertAll, type MemoryState, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { pageOf, sortedBy } from "./order.js"

/** Latest first. */
const latest = (events: Iterable<Account.SecurityEvent>): ReadonlyArray<Account.SecurityEvent> =>
  sortedBy(events, ({ at, id }) => [at, id]).toReversed()

const list = (state: MemoryState, { since, type, userId }: Account.SecurityEventFilter) =>
  latest(state.securityEvents.values())
    .filter(
      (event) =>
        (userId === undefined || event.userId === userId) &&
        (type === undefined || event.type === type) &&
        (since === undefined || event.at >= since)
    )
    .map((event) => ({
      ...event,
      email: state.accounts.get(event.userId)?.email ?? null,
      actorName: state.accounts.get(event.actorId ?? "")?.name ?? null
    }))

const insert = (state: MemoryState, event: Account.SecurityEvent, most: number, since: string): MemoryState => {
  const { type, userId } = event
  const earlier = [...state.securityEvents.values()].filter(
    (each) => each.userId === userId && each.type === type && each.at > since
  )
  return state.accounts.has(userId) && earlier.length < most
    ? { ...state, securityEvents: insertAll(state.securityEvents, [event]) }
    : state
}

export const layer: Layer.Layer<Account.SecurityEventRepository, never, MemoryStore> = Layer.effect(
  Account.SecurityEventRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (event, most, since) => MemoryStore.update(store, (state) => insert(state, event, most, since)),
    find: (id) => store.read((state) => Option.fromNullable(state.securityEvents.get(id))),
    list: (filter, slice) => store.read((state) => pageOf(list(state, filter), slice)),
    removeBefore: (at, limit) =>
      store.change((state) => {
        const old = latest(state.securityEvents.values()).filter((event) => event.at < at)
        const gone = new Set(old.slice(-limit))
        if (gone.size === 0) return [0, state]
        return [gone.size, { ...state, securityEvents: without(state.securityEvents, (event) => gone.has(event)) }]
      })
  }))
)
