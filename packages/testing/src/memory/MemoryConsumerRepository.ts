import { Change, type Values } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { isHeld, type MemoryState, put, removing, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { sortedBy } from "./order.js"

const replace = (
  state: MemoryState,
  consumer: Change.Consumer,
  dueAt: Values.Timestamp.Timestamp
): readonly [boolean, MemoryState] =>
  state.consumers.get(consumer.name)?.dueAt === dueAt
    ? [true, { ...state, consumers: put(state.consumers, consumer.name, consumer) }]
    : [false, state]

export const layer: Layer.Layer<Change.ConsumerRepository, never, MemoryStore> = Layer.effect(
  Change.ConsumerRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (consumer) =>
      MemoryStore.update(store, (state) =>
        state.consumers.has(consumer.name)
          ? state
          : { ...state, consumers: put(state.consumers, consumer.name, consumer) }
      ),
    find: (name) => store.read(({ consumers }) => Option.fromNullable(consumers.get(name))),
    list: store.read(({ consumers }) => sortedBy(consumers.values(), ({ name }) => [name])),
    take: (consumer, dueAt) =>
      store.change((state) => (isHeld(state) ? [false, state] : replace(state, consumer, dueAt))),
    replace: (consumer, dueAt) => store.change((state) => replace(state, consumer, dueAt)),
    remove: (name) =>
      store.change((state) =>
        removing(state, state.consumers, name, () => ({
          ...state,
          consumers: without(state.consumers, (consumer) => consumer.name === name)
        }))
      )
  }))
)
