import type { CallOptions, Deletion } from "@boardwright/client"
import { api } from "../api.js"

/** The deletion that has a task in the trash of a board, if the user may restore it. */
export const deletionOf = async (boardId: string, taskId: string): Promise<Deletion | null> => {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { deletions, pagination } = await api.trash.list({ boardId, page, limit: 200 })
    const found = deletions.find(({ subjectId }) => subjectId === taskId)
    if (found !== undefined) return found
    pages = pagination.totalPages
  }
  return null
}

/** Brings a task back from the trash. False if it is not there. */
export const restoreTask = async (boardId: string, taskId: string, options: CallOptions): Promise<boolean> => {
  const deletion = await deletionOf(boardId, taskId)
  if (deletion === null) return false
  await api.trash.restore({ deletionId: deletion.id }, options)
  return true
}
