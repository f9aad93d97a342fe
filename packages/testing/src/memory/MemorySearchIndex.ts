import { Search } from "@boardwright/core"
import { Effect, Layer } from "effect"
import type { MemoryState } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { readableBoards } from "./boardAccess.js"

const boardsOf = (state: MemoryState, { boardId, places, userId, workspaceId }: Search.SearchQuery) =>
  new Set(
    readableBoards(state, userId, places)
      .filter(
        (board) =>
          (boardId === undefined || boardId === board.id) &&
          (workspaceId === undefined || workspaceId === board.workspaceId)
      )
      .map(({ id }) => id)
  )

const find = (state: MemoryState, indexed: MemoryState, query: Search.SearchQuery): ReadonlyArray<Search.Found> => {
  const boards = boardsOf(state, query)
  const tasks = [...state.tasks.values()].flatMap(({ boardId, id, name, updatedAt }): Search.Found[] => {
    const text = indexed.tasks.get(id)
    return text !== undefined && boards.has(boardId) && Search.hasWords([text.name, text.description], query.words)
      ? [{ taskId: id, commentId: null, boardId, name, updatedAt }]
      : []
  })
  const comments = [...state.comments.values()].flatMap((comment): Search.Found[] => {
    const task = state.tasks.get(comment.taskId)
    if (task === undefined || !boards.has(task.boardId)) return []
    const text = indexed.comments.get(comment.id)
    if (text === undefined || !Search.hasWords([text.content], query.words)) return []
    const { boardId, id: taskId, name } = task
    return [{ taskId, commentId: comment.id, boardId, name, updatedAt: comment.editedAt ?? comment.createdAt }]
  })
  return [...tasks, ...comments].slice(-Search.MAX_RANKED)
}

/** Searches all texts that are committed: those of a transaction are not indexed. */
export const layer: Layer.Layer<Search.SearchIndex, never, MemoryStore> = Layer.effect(
  Search.SearchIndex,
  Effect.map(MemoryStore, (store) => ({
    update: Effect.succeed(false),
    find: (query) => MemoryStore.search(store, (state, indexed) => find(state, indexed, query)),
    texts: ({ commentIds, taskIds }) =>
      store.read((state) => [
        ...taskIds.flatMap((id) => {
          const task = state.tasks.get(id)
          return task === undefined ? [] : [{ id, text: task.description }]
        }),
        ...commentIds.flatMap((id) => {
          const comment = state.comments.get(id)
          return comment === undefined ? [] : [{ id, text: comment.content }]
        })
      ])
  }))
)
