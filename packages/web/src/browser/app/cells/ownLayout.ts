import { signal } from "@preact/signals"
import type { Field } from "./fields.js"

/** How often this browser has stored something. */
const changes = signal(0)

const widthKey = (key: string) => `boardwright.width.${key}`
const hiddenKey = (boardId: string, key: string) => `boardwright.hidden.${boardId}.${key}`

/** The width of a field without a column in this browser, in pixels; 0 if it has none of its own. */
export const ownWidth = (key: string): number => (changes.value, Number(localStorage.getItem(widthKey(key))) || 0)

/** Whether this browser hides a field without a column on a board, or the tasks of a group. */
export const isHidden = (boardId: string, key: string): boolean => (
  changes.value,
  localStorage.getItem(hiddenKey(boardId, key)) !== null
)

/** A field as the table shows it: what is no column of the board has its width in this browser, and may be hidden there. */
export const withOwnLayout = (boardId: string, field: Field): Field =>
  field.column === null
    ? { ...field, width: ownWidth(field.key) || field.width, isShown: !isHidden(boardId, field.key) }
    : field

/** Stores in this browser how a field without a column, or a group, is shown. */
export const storeOwnLayout = (
  boardId: string,
  key: string,
  { visible, width }: { readonly visible?: boolean | undefined; readonly width?: number | undefined }
): void => {
  if (width !== undefined) localStorage.setItem(widthKey(key), `${width}`)
  if (visible === true) localStorage.removeItem(hiddenKey(boardId, key))
  if (visible === false) localStorage.setItem(hiddenKey(boardId, key), "1")
  changes.value += 1
}
