import { System } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { put, removing, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"

export const layer: Layer.Layer<System.DatabaseState, never, MemoryStore> = Layer.effect(
  System.DatabaseState,
  Effect.map(MemoryStore, (store) => ({
    find: (name) => store.read(({ facts }) => Option.fromNullable(facts.get(name))),
    put: (fact) => MemoryStore.update(store, (state) => ({ ...state, facts: put(state.facts, fact.name, fact) })),
    remove: (name) =>
      store.change((state) =>
        removing(state, state.facts, name, () => ({
          ...state,
          facts: without(state.facts, (fact) => fact.name === name)
        }))
      )
  }))
)
