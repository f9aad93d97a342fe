import { api } from "../api.js"
import { attempt } from "../attempt.js"
import type { BoardStore } from "../store/BoardStore.js"
import type { Field } from "./fields.js"
import { storeOwnLayout } from "./ownLayout.js"

type ColumnPatch = Omit<Parameters<typeof api.boards.updateColumn>[0], "boardId" | "columnId">

/**
 * Changes the column of a field. What is no column of the board is shown or hidden, and gets its width, in this browser
 * alone. False after an error, which is shown.
 */
export const updateField = async (store: BoardStore, { column, key }: Field, patch: ColumnPatch): Promise<boolean> => {
  if (column !== null)
    return store.change((options) =>
      api.boards.updateColumn({ boardId: store.id, columnId: column.id, ...patch }, options)
    )
  const layout = { visible: patch.visible ?? undefined, width: patch.width ?? undefined }
  return attempt(async () => storeOwnLayout(store.id, key, layout))
}
