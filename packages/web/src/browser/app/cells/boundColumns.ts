import type { CallOptions } from "@boardwright/client"
import { api } from "../api.js"
import type { BoardStore } from "../store/BoardStore.js"
import { t } from "../text/texts.js"
import { type Field, knownOptions, type Option, type OwnField } from "./fields.js"

/** The known options of a type of column as they are sent for a new column: labels in the user's language. */
export const newOptions = (type: string) =>
  knownOptions(type).map(({ color, label, text }) => ({ label: text, color, value: label }))

/** Adds a column that is bound to a field of the tasks, with the known options and others. */
export const addBoundColumn = (
  boardId: string,
  field: Exclude<OwnField, "assignees">,
  others: ReadonlyArray<Pick<Option, "label"> & Partial<Pick<Option, "color">>> = [],
  options?: CallOptions
) => {
  const known = newOptions(field)
  const names = new Set(known.map(({ label }) => label.toLowerCase()))
  const all = [
    ...known,
    ...others
      .filter(({ label }) => !names.has(label.trim().toLowerCase()))
      .map(({ color, label }) => ({ label, ...(color === undefined ? {} : { color }) }))
  ]
  return api.boards.addColumn(
    {
      id: boardId,
      name: t(`field.${field}`),
      type: field === "dueDate" ? "date" : field,
      field,
      ...(all.length === 0 ? {} : { options: all })
    },
    options
  )
}

const BINDABLE = ["status", "priority", "dueDate"] as const

/**
 * Adds columns for the fields of tasks that the board shows without one, so that their labels can be changed; the labels
 * that tasks have stay. `label` is one more of `field`. All at once, since the table hides unused fields of a board that has
 * columns.
 */
export const bindShown = (store: BoardStore, fields: ReadonlyArray<Field>, field: Field, label?: string) =>
  store.change(async (options) => {
    for (const name of BINDABLE) {
      const own = [field, ...fields].find(({ column, key }) => column === null && key === name)
      if (own === undefined) continue
      const known = new Set(knownOptions(name).map((option) => option.label))
      const found = own.options.filter((option) => !known.has(option.label))
      const added = own.key === field.key && label !== undefined ? [{ label }] : []
      await addBoundColumn(store.id, name, [...found, ...added], options)
    }
  })

/** Adds a label to a field; the field gets a column if it has none. False after an error, which is shown. */
export const addLabel = (store: BoardStore, fields: ReadonlyArray<Field>, field: Field, label: string) => {
  const { column } = field
  if (column === null) return bindShown(store, fields, field, label)
  const kept =
    column.options.length === 0
      ? newOptions(column.type.toLowerCase())
      : column.options.map(({ color, id, label: each }) => ({ id, label: each, color }))
  const input = { boardId: store.id, columnId: column.id, options: [...kept, { label }] }
  return store.change((options) => api.boards.updateColumn(input, options))
}
