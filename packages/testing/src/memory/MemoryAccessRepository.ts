import { Access } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { MemoryStore } from "./MemoryStore.js"
import { boardAccess, workspaceStanding } from "./standing.js"

export const layer: Layer.Layer<Access.AccessRepository, never, MemoryStore> = Layer.effect(
  Access.AccessRepository,
  Effect.map(MemoryStore, (store) => ({
    workspace: (id, userId) =>
      store.read((state) =>
        Option.map(Option.fromNullable(state.workspaces.get(id)), (workspace) => ({
          workspaceId: workspace.id,
          ownerId: workspace.ownerId,
          standing: workspaceStanding(state, workspace, userId)
        }))
      ),
    board: (id, userId) => store.read((state) => boardAccess(state, id, userId)),
    task: (id, userId) => store.read((state) => boardAccess(state, state.tasks.get(id)?.boardId, userId))
  }))
)
