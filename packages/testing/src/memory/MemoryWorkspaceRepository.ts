import { type Account, Workspace } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { withoutWorkspace } from "./cascade.js"
import { insertAll, type MemoryState, patch, removing } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { byCreation, pageOf } from "./order.js"
import { isVisibleTo } from "./standing.js"

const owned = (state: MemoryState, userId: Account.UserId): ReadonlyArray<Workspace.Workspace> =>
  byCreation([...state.workspaces.values()].filter(({ ownerId }) => ownerId === userId))

const shared = (state: MemoryState, userId: Account.UserId): ReadonlyArray<Workspace.Workspace> => {
  const visible = [...state.boards.values()].filter((board) => isVisibleTo(state, board.id, userId))
  const ids = new Set(visible.map(({ workspaceId }) => workspaceId))
  return byCreation([...state.workspaces.values()].filter(({ id, ownerId }) => ids.has(id) && ownerId !== userId))
}

export const layer: Layer.Layer<Workspace.WorkspaceRepository, never, MemoryStore> = Layer.effect(
  Workspace.WorkspaceRepository,
  Effect.map(MemoryStore, (store) => {
    const find = (id: Workspace.WorkspaceId) => store.read(({ workspaces }) => Option.fromNullable(workspaces.get(id)))
    return {
      insert: (workspace) =>
        MemoryStore.update(store, (state) => ({ ...state, workspaces: insertAll(state.workspaces, [workspace]) })),
      find,
      lock: find,
      list: (userId, slice) =>
        store.read((state) => pageOf([...owned(state, userId), ...shared(state, userId)], slice)),
      listAll: (slice) => store.read(({ workspaces }) => pageOf(byCreation(workspaces.values()), slice)),
      listNamed: (name, slice) =>
        store.read(({ workspaces }) =>
          pageOf(byCreation([...workspaces.values()].filter((workspace) => workspace.name === name)), slice)
        ),
      countOwned: (userId) => store.read((state) => owned(state, userId).length),
      replace: (workspace) =>
        MemoryStore.update(store, (state) => ({
          ...state,
          workspaces: patch(state.workspaces, workspace.id, ({ ownerId }) => ({ ...workspace, ownerId }))
        })),
      remove: (id) => store.change((state) => removing(state, state.workspaces, id, () => withoutWorkspace(state, id)))
    }
  })
)
