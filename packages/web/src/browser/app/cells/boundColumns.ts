import type { CallOptions, Column } from "@boardwright/client"
import { api } from "../api.js"
import { go, param, params, query } from "../route.js"
import type { BoardStore } from "../store/BoardStore.js"
import { t } from "../text/texts.js"
import {
  type Field,
  foldLabel,
  isOwn,
  knownOptions,
  newOptions,
  type Option,
  optionsToGet,
  type OwnField
} from "./fields.js"

interface NewOption {
  readonly label: string
  readonly color?: string
  readonly value?: string
}

/** The options that a new column of a field begins with: the known ones, then other labels. */
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
      .map(({ color, label }) => ({ label, ...(color === undefined ? {} : { color }) }))
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
  given = firstOptions(field),
  options?: CallOptions
): Promise<Column> => {
  const { column } = await api.boards.addColumn(
    {
      id: boardId,
      name: t(`field.${field}`),
      type: TYPES[field],
      field,
      ...(given.length === 0 ? {} : { options: [...given] })
    },
    options
  )
  return column
}

/** Has the address filter and sort by the new column of a field as it did by the field. */
const renameInAddress = (field: string, { id, options }: Column): void => {
  const chosen = (value: string): string =>
    options.find(({ label, value: meaning }) => meaning === value || label === value)?.id ?? value
  for (const name of new Set(query.value.keys()))
    if (name === `f.${field}` || name.startsWith(`f.${field}.`))
      go({ [name]: null, [name.replace(field, id)]: params(name).map(chosen) }, "replace")
  const sort = param("sort")
  if (sort.replace(/^-/, "") === field) go({ sort: sort.replace(field, id) }, "replace")
}

/**
 * Adds columns for the fields of tasks that the board shows without one, where they are shown; the labels that tasks have
 * stay. All at once, since the table hides unused fields of a board that has such a column. Resolves to the columns by their
 * fields. The one of `labelled` begins with one more label.
 */
export const bindShown = async (
  store: BoardStore,
  fields: ReadonlyArray<Field>,
  options: CallOptions,
  labelled?: { readonly field: string; readonly label: string }
): Promise<ReadonlyMap<string, Column>> => {
  const bound = new Map<string, Column>()
  const [first] = store.board().columns
  for (const { column, key, options: known } of fields) {
    if (column !== null || !isOwn(key)) continue
    const found = foundOptions({ key, options: known })
    const others = labelled?.field === key ? [...found, labelled] : found
    const added = await addBoundColumn(store.id, key, firstOptions(key, others), options)
    bound.set(key, added)
    renameInAddress(key, added)
    if (first !== undefined) {
      const place = { boardId: store.id, columnId: added.id, beforeColumnId: first.id }
      await api.boards.updateColumn(place, options)
    }
  }
  return bound
}

/** Adds a label to a field; the field gets a column if it has none. False after an error, which is shown. */
export const addLabel = (store: BoardStore, fields: ReadonlyArray<Field>, field: Field, label: string) => {
  const { column } = field
  if (column === null) {
    const all = fields.some(({ key }) => key === field.key) ? fields : [...fields, field]
    return store.change((options) => bindShown(store, all, options, { field: field.key, label }))
  }
  const options = [...optionsToGet(column), { label }]
  const input = { boardId: store.id, columnId: column.id, options, knownOptions: [] }
  return store.change((options) => api.boards.updateColumn(input, options))
}
