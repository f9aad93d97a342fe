import { api } from "../api.js"
import type { BoardView } from "../BoardContext.js"
import type { Field } from "./fields.js"

type ColumnPatch = Omit<Parameters<typeof api.boards.updateColumn>[0], "boardId" | "columnId">

/**
 * Changes the column of a field. A field without one gets it first, and so does another that it is moved before:
 * `beforeColumnId` is the key of a field. False after an error, which is shown.
 */
export const updateField = ({ fields, store }: BoardView, field: Field, patch: ColumnPatch): Promise<boolean> =>
  store.change(async (options) => {
    const { beforeColumnId } = patch
    const isOwn = ({ column, key }: Field) => column === null && (key === field.key || key === beforeColumnId)
    const bound = fields.value.some(isOwn)
      ? await (await import("./boundColumns.js")).bindShown(store, fields.value, options)
      : new Map<string, { readonly id: string }>()
    const idOf = (key: string): string => bound.get(key)?.id ?? key
    const to = typeof beforeColumnId === "string" ? { ...patch, beforeColumnId: idOf(beforeColumnId) } : patch
    await api.boards.updateColumn({ boardId: store.id, columnId: idOf(field.key), ...to }, options)
  })
