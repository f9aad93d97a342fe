import type { Column } from "@boardwright/client"
import { api } from "../api.js"
import type { BoardStore } from "../store/BoardStore.js"
import { t } from "../text/texts.js"
import { type Field, foldLabel, knownOptions, newOptions, type Option, optionsToGet, type OwnField } from "./fields.js"

interface NewOption {
  readonly label: string
  readonly color?: string
  readonly value?: string
}

type StoredOption = Pick<Column["options"][number], "label" | "color" | "value"> & { readonly id?: string }

/** The options that a new column of a field begins with: the known ones, then other labels, which mean themselves. */
export const firstOptions = (
  field: string,
  others: ReadonlyArray<Pick<NewOption, "label" | "color">> = []
): ReadonlyArray<NewOption> => {
  const known = newOptions(field)
  const names = new Set(known.map(({ label }) => foldLabel(label)))
  return [
    ...known,
    ...others
      .filter(({ label }) => !names.has(foldLabel(label)))
      .map(({ color, label }) => ({ label, value: label, ...(color === undefined ? {} : { color }) }))
  ]
}

/** The labels that tasks have in a field without a column, beside the known ones. */
export const foundOptions = ({ key, options }: Pick<Field, "key" | "options">): ReadonlyArray<Option> => {
  const known = new Set(knownOptions(key).map(({ label }) => label))
  return options.filter(({ label }) => !known.has(label))
}

const TYPES: Readonly<Record<OwnField, string>> = {
  ...{ assignees: "person", status: "status", priority: "priority", dueDate: "date" }
}

/** Adds a column that is bound to a field of the tasks. */
export const addBoundColumn = async (
  boardId: string,
  field: OwnField,
  given = firstOptions(field)
): Promise<Column> => {
  const { column } = await api.boards.addColumn({
    id: boardId,
    name: t(`field.${field}`),
    type: TYPES[field],
    field,
    ...(given.length === 0 ? {} : { options: [...given] })
  })
  return column
}

const BINDABLE = ["status", "priority", "dueDate"] as const

/**
 * Adds columns for the fields of tasks that the board shows without one, so that their labels can be changed; the labels
 * that tasks have stay. All at once, since the table hides unused fields of a board that has such a column. That shows nothing
 * new, so it is not undone with the change of the labels. Resolves to the column of `field`.
 */
export const bindShown = async (
  store: BoardStore,
  fields: ReadonlyArray<Field>,
  field: Field
): Promise<Column | undefined> => {
  let bound: Column | undefined
  for (const name of BINDABLE) {
    const own = [field, ...fields].find(({ column, key }) => column === null && key === name)
    if (own === undefined) continue
    const column = await addBoundColumn(store.id, name, firstOptions(name, foundOptions(own)))
    if (name === field.key) bound = column
  }
  return bound
}

/**
 * Changes the labels of a field, which gets a column if it has none. False after an error, which is shown; `given` are the
 * labels in their order.
 */
export const changeLabels = (
  store: BoardStore,
  fields: ReadonlyArray<Field>,
  field: Field,
  changed: (given: ReadonlyArray<StoredOption>) => ReadonlyArray<StoredOption>
) =>
  store.change(async (call) => {
    const column = field.column ?? (await bindShown(store, fields, field))
    if (column === undefined) return
    const options = [...changed(column.options.length === 0 ? optionsToGet(column) : column.options)]
    const knownOptions = column.options.map(({ id }) => id)
    await api.boards.updateColumn({ boardId: store.id, columnId: column.id, options, knownOptions }, call)
  })

/** Adds a label to a field; the field gets a column if it has none. False after an error, which is shown. */
export const addLabel = (store: BoardStore, fields: ReadonlyArray<Field>, field: Field, label: string) =>
  store.change(async (given) => {
    const column = field.column ?? (await bindShown(store, fields, field))
    if (column === undefined) return
    const options = [...optionsToGet(column), { label }]
    await api.boards.updateColumn({ boardId: store.id, columnId: column.id, options, knownOptions: [] }, given)
  })
