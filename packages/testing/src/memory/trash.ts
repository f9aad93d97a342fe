import type { Task, Trash } from "@boardwright/core"
import { withoutBoard, withoutTask, withoutWebhooks } from "./cascade.js"
import { type MemoryState, TRASHED_TABLES, type Trashed, type TrashedRows, without } from "./MemoryState.js"

const withRows = (
  state: MemoryState,
  rowsOf: (name: keyof TrashedRows) => Iterable<readonly [string, unknown]>
): MemoryState => ({
  ...state,
  ...(Object.fromEntries(TRASHED_TABLES.map((name) => [name, new Map(rowsOf(name))])) as unknown as Pick<
    MemoryState,
    keyof TrashedRows
  >)
})

/** The state with the subject of the deletion, and all that is in it, moved to the trash. */
export const movedToTrash = (state: MemoryState, deletion: Trash.Deletion, purging: boolean): MemoryState => {
  const { boardId, kind, subjectId } = deletion
  const left = kind === "board" ? withoutBoard(state, boardId) : withoutTask(state, subjectId as Task.TaskId)
  const rows = Object.fromEntries(
    TRASHED_TABLES.map((name) => [name, [...state[name]].filter(([key]) => !left[name].has(key))])
  ) as unknown as TrashedRows
  return { ...left, trash: new Map(state.trash).set(deletion.id, { deletion, purging, rows }) }
}

const withoutDeletion = (state: MemoryState, id: Trash.DeletionId): MemoryState => ({
  ...state,
  trash: without(state.trash, ({ deletion }) => deletion.id === id)
})

/** The state with what a deletion holds moved back. */
export const movedBack = (state: MemoryState, { deletion, rows }: Trashed): MemoryState =>
  withoutDeletion(
    withRows(state, (name) => [...state[name], ...rows[name]]),
    deletion.id
  )

/** The state without a deletion and what it holds; of a board, also without the deletions on it, its webhooks and calendar links. */
export const purged = (state: MemoryState, { boardId, id, kind }: Trash.Deletion): MemoryState => {
  if (kind !== "board") return withoutDeletion(state, id)
  const left = withoutWebhooks(state, (webhook) => webhook.boardId === boardId)
  return {
    ...left,
    calendarLinks: without(left.calendarLinks, (link) => link.boardId === boardId),
    trash: without(left.trash, ({ deletion }) => deletion.boardId === boardId)
  }
}
