import { signal } from "@preact/signals"
import { type Field, MAX_WIDTH, MIN_WIDTH, NAME_FIELD } from "../cells/fields.js"

/** Where this browser keeps the width of the names of tasks. */
const NAME_WIDTH = "boardwright.nameWidth"

/** The widths that the board does not store, by the keys of fields: of the names, and of columns that are not stored yet. */
const changed = signal<ReadonlyMap<string, number>>(
  new Map([[NAME_FIELD.key, Number(localStorage.getItem(NAME_WIDTH)) || 0]])
)

/** In pixels; 0 for names that are as wide as the stylesheet says. */
export const widthOf = ({ key, width }: Pick<Field, "key" | "width">): number => changed.value.get(key) ?? width

/** The nearest width that a column can have. */
const fittingWidth = (width: number): number => Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH))

/** Shows a column in another width; null for the stored one. */
export const showWidth = (key: string, width: number | null): void => {
  const next = new Map(changed.value)
  if (width === null) next.delete(key)
  else next.set(key, fittingWidth(width))
  changed.value = next
}

export const storeNameWidth = (): void => localStorage.setItem(NAME_WIDTH, `${widthOf(NAME_FIELD)}`)
