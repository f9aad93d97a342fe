import { signal } from "@preact/signals"
import { type Field, MAX_WIDTH, MIN_WIDTH } from "../cells/fields.js"

/** The widths that are not stored yet, by the keys of fields. */
const changed = signal<ReadonlyMap<string, number>>(new Map())

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
