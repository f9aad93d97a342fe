import { Search } from "@boardwright/core"
import { Effect, Layer } from "effect"
import type { MemoryState } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { readableBoards } from "./standing.js"

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

const find = (state: MemoryState, query: Search.SearchQuery): ReadonlyArray<Search.Found> => {
  const boards = boardsOf(state, query)
  const tasks = [...state.tasks.values()].flatMap(({ boardId, description, id, name, updatedAt }): Search.Found[] =>
    boards.has(boardId) && Search.hasWords([name, description], query.words)
      ? [{ taskId: id, commentId: null, boardId, name, updatedAt }]
      : []
  )
  const comments = [...state.comments.values()].flatMap((comment): Search.Found[] => {
    const task = state.tasks.get(comment.taskId)
    if (task === undefined || !boards.has(task.boardId)) return []
    if (!Search.hasWords([comment.content], query.words)) return []
    const { boardId, id: taskId, name } = task
    return [{ taskId, commentId: comment.id, boardId, name, updatedAt: comment.editedAt ?? comment.createdAt }]
  })
  return [...tasks, ...comments].slice(-Search.MAX_RANKED)
}

/** Reads all texts: nothing is indexed. */
export const layer: Layer.Layer<Search.SearchIndex, never, MemoryStore> = Layer.effect(
  Search.SearchIndex,
  Effect.map(MemoryStore, (store) => ({
    update: Effect.succeed(false),
    find: (query) => store.read((state) => find(state, query)),
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
