import { Access, type Account, type Board } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import type { MemoryState } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { boardStanding, workspaceStanding } from "./standing.js"

const boardAccess = (
  state: MemoryState,
  boardId: Board.BoardId | undefined,
  userId: Account.UserId | null
): Option.Option<Access.BoardAccess> => {
  const board = boardId === undefined ? undefined : state.boards.get(boardId)
  const workspace = board === undefined ? undefined : state.workspaces.get(board.workspaceId)
  if (board === undefined || workspace === undefined) return Option.none()
  return Option.some({
    boardId: board.id,
    workspaceId: workspace.id,
    ownerId: workspace.ownerId,
    standing: boardStanding(state, workspace, board.id, userId)
  })
}

/** Who stands where, by the memory store. */
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
