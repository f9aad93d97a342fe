import { Access } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { MemoryStore } from "./MemoryStore.js"
import { boardAccess, readersOf, workspaceStanding } from "./boardAccess.js"

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
    task: (id, userId) => store.read((state) => boardAccess(state, state.tasks.get(id)?.boardId, userId)),
    readersOfBoard: (id) =>
      store.read((state) => {
        const board = state.boards.get(id)
        const workspace = board === undefined ? undefined : state.workspaces.get(board.workspaceId)
        return board === undefined || workspace === undefined ? [] : readersOf(state, workspace, [board])
      }),
    readersOfWorkspace: (id) =>
      store.read((state) => {
        const workspace = state.workspaces.get(id)
        const boards = [...state.boards.values()].filter(({ workspaceId }) => workspaceId === id)
        return workspace === undefined ? [] : readersOf(state, workspace, boards)
      })
  }))
)
