import type { Account, Archive, Board } from "@boardwright/core"
import type { Context } from "effect"
import type { MemoryState } from "./MemoryState.js"
import type { MemoryStore } from "./MemoryStore.js"
import { sortedBy } from "./order.js"
import { boardAccess } from "./boardAccess.js"

type Store = Context.Tag.Service<MemoryStore>
type Own = Pick<Context.Tag.Service<Archive.ArchiveRepository>, "boardsOf" | "commentsOf" | "timeEntriesOf" | "tasksOf">

const standingOf = (state: MemoryState, boardId: Board.BoardId | undefined, userId: Account.UserId) => {
  const access = boardAccess(state, boardId, userId)
  return access._tag === "None" ? "none" : access.value.standing
}

/** The user's entries, page by page, of boards that the user can read. */
export const ownEntries = (store: Store): Own => {
  const pages =
    <A extends { readonly id: string }>(
      all: (state: MemoryState, userId: Account.UserId) => ReadonlyArray<A>,
      boardOf: (state: MemoryState, entry: A) => Board.BoardId | undefined
    ) =>
    (userId: Account.UserId, after: string, limit: number) =>
      store.read((state) =>
        sortedBy(
          all(state, userId).filter(
            (entry) => entry.id > after && standingOf(state, boardOf(state, entry), userId) !== "none"
          ),
          ({ id }) => [id]
        ).slice(0, limit)
      )
  const isOf = (userId: Account.UserId) => (entry: { readonly userId: Account.UserId }) => entry.userId === userId
  return {
    boardsOf: pages(
      (state, userId) =>
        [...state.boards.values()].map(({ createdAt, id, name, workspaceId }) => ({
          id,
          workspaceId,
          name,
          createdAt,
          role: standingOf(state, id, userId)
        })),
      (_, { id }) => id
    ),
    commentsOf: pages(
      ({ comments }, userId) => [...comments.values()].filter(isOf(userId)),
      ({ tasks }, { taskId }) => tasks.get(taskId)?.boardId
    ),
    timeEntriesOf: pages(
      ({ timeEntries }, userId) => [...timeEntries.values()].filter(isOf(userId)),
      ({ tasks }, { taskId }) => tasks.get(taskId)?.boardId
    ),
    tasksOf: pages(
      ({ feed, tasks }, userId) => {
        const created = new Set(
          feed.changes.flatMap(({ actorId, taskId, type }) =>
            type === "task.created" && actorId === userId ? [taskId] : []
          )
        )
        return [...tasks.values()].filter(({ assignees, id }) => assignees.includes(userId) || created.has(id))
      },
      (_, { boardId }) => boardId
    )
  }
}
