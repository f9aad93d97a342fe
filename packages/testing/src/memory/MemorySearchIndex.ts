import { Access, Search } from "@boardwright/core"
import { Effect, Layer } from "effect"
import type { MemoryState } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { boardAccess } from "./standing.js"

const readableBoards = (state: MemoryState, query: Search.SearchQuery): ReadonlySet<string> =>
  new Set(
    [...state.boards.values()].flatMap(({ id, workspaceId }) => {
      const place = { boardId: id, workspaceId }
      const isIn =
        (query.boardId === undefined || query.boardId === id) &&
        (query.workspaceId === undefined || query.workspaceId === workspaceId) &&
        (query.places === null || Access.reachesBoard(query.places, place))
      const access = boardAccess(state, id, query.userId)
      const isReadable =
        query.userId === null || (access._tag === "Some" && Access.mayOnBoard(access.value.standing, "read the board"))
      return isIn && isReadable ? [id] : []
    })
  )

const find = (state: MemoryState, query: Search.SearchQuery): ReadonlyArray<Search.Found> => {
  const boards = readableBoards(state, query)
  const tasks = [...state.tasks.values()].flatMap(({ boardId, description, id, name, updatedAt }): Search.Found[] =>
    boards.has(boardId) && Search.hasWords(Search.wordsOf(name, description), query.words)
      ? [{ taskId: id, commentId: null, boardId, name, updatedAt }]
      : []
  )
  const comments = [...state.comments.values()].flatMap((comment): Search.Found[] => {
    const task = state.tasks.get(comment.taskId)
    if (task === undefined || !boards.has(task.boardId)) return []
    if (!Search.hasWords(Search.wordsOf(comment.content), query.words)) return []
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
