import { pastedDates, pastedNumbers, pastedRows } from "@boardwright/spreadsheet/pasted-table"
import { typedValue } from "../cells/typedValue.js"
import { type Field, foldLabel, misfitOf, NAME_FIELD, patchOf } from "../cells/fields.js"
import { exactly, isCheck, isChecked, isMonthFirst, movedTo, numberOf, typedNumbers } from "../cells/read.js"
import { announce } from "../drag/Announcer.js"
import type { BoardStore, NewTask } from "../store/BoardStore.js"
import { notify } from "../store/notices.js"
import type { Json, TaskPatch } from "../store/Operation.js"
import { counted, t } from "../text/texts.js"
import { LONGEST_NAME } from "../ui/AddTask.js"
import { keepsLines, type Target } from "./copiedCells.js"
import type { Pasted } from "./useCellClipboard.js"

/** Most rows that are pasted at once. */
const MOST_ROWS = 1_000

type People = ReturnType<BoardStore["people"]>

/** The value that a text is in a column, which is not blank; undefined where it is none. */
type Read = (text: string) => Json | undefined

const dateReader = ({ column }: Field, cells: ReadonlyArray<string>): Read => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const read = pastedDates(cells, { order: isMonthFirst() ? "month-first" : "day-first", timeZone })
  const isOwn = column === null
  return (text) => {
    const date = read(text)
    if (date === null) return isOwn ? undefined : text
    return date.includes("T") ? date : movedTo(null, date, isOwn)
  }
}

const numberReader = (field: Field, cells: ReadonlyArray<string>): Read => {
  const read = pastedNumbers(cells, typedNumbers().write(0.5) === "0,5" ? "1.234,56" : "1,234.56")
  return (text) => {
    const number = exactly(numberOf(read(text)))
    return Number.isNaN(number) ? typedValue(field, text, null) : number
  }
}

/** The values that a text names: one with the whole text, or else all of its parts; undefined where a part is none. */
const listReader = (known: (text: string) => string | undefined, other: (text: string) => string | undefined): Read => {
  const each = (part: string) => known(part) ?? other(part)
  return (text) => {
    const whole = known(text)
    const parts = text.split(/[,;\n]/).map((part) => part.trim())
    const found = whole === undefined ? parts.filter((part) => part !== "").map(each) : [whole]
    return found.every((part) => part !== undefined) ? found : undefined
  }
}

const labelIn =
  ({ options }: Field) =>
  (text: string): string | undefined => {
    const folded = foldLabel(text)
    return options.find((option) => [option.label, option.text].some((each) => foldLabel(each) === folded))?.label
  }

/** The ids of the members of the board by name and address: several people can have one name. */
const membersIn = (people: People) => {
  const named = [...people.values()]
    .filter(({ role }) => role !== null)
    .map(({ email, id, name }) => ({ id, names: [name, email].map((each) => foldLabel(each ?? "")) }))
  return (text: string): ReadonlyArray<string> => {
    const folded = foldLabel(text)
    return named.flatMap(({ id, names }) => (names.includes(folded) ? [id] : []))
  }
}

const linesOf = (text: string): ReadonlyArray<string> => text.trimEnd().split(/\r\n|\r|\n/)

const onOneLine = (text: string): string =>
  linesOf(text)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ")

const readerOf = (field: Field, cells: ReadonlyArray<string>, people: People): Read => {
  if (field.key === NAME_FIELD.key) return onOneLine
  const asIs = (text: string) => (field.column?.strict === true ? undefined : text)
  switch (field.kind) {
    case "date":
      return dateReader(field, cells)
    case "number":
      return numberReader(field, cells)
    case "checkbox":
      return (text) => (isCheck(text) ? isChecked(text) : undefined)
    case "option": {
      const known = labelIn(field)
      return (text) => known(text) ?? asIs(text)
    }
    case "labels":
      return listReader(labelIn(field), asIs)
    case "people": {
      const idsOf = membersIn(people)
      const idOf = (text: string) => {
        const [id, ...others] = idsOf(text)
        return others.length === 0 ? id : undefined
      }
      // A task is assigned to members alone, and a name alone does not say which of several people it is.
      return listReader(idOf, (text) => (field.column === null || idsOf(text).length > 1 ? undefined : asIs(text)))
    }
    default:
      return (text) => typedValue(field, text, null)
  }
}

const patchFor = (field: Field, value: Json): TaskPatch => {
  if (field.key !== NAME_FIELD.key) return patchOf(field, value)
  return typeof value === "string" ? { name: value } : {}
}

const merged = (one: TaskPatch, other: TaskPatch): TaskPatch => ({
  ...one,
  ...other,
  ...(one.columnValues && other.columnValues ? { columnValues: { ...one.columnValues, ...other.columnValues } } : {})
})

/** How a column of what is pasted becomes changes of tasks; undefined for a cell that does not fit. */
const columnOf = (field: Field, cells: ReadonlyArray<string>, people: People) => {
  const read = readerOf(field, cells, people)
  const fits = (value: Json): boolean => {
    if (field.key === NAME_FIELD.key) return String(value).length <= LONGEST_NAME
    return field.column?.strict !== true || misfitOf(field, value) === null
  }
  return (cell: string): TaskPatch | undefined => {
    const text = cell.trim()
    if (text === "") return patchFor(field, null)
    const value = read(text)
    return value === undefined || !fits(value) ? undefined : patchFor(field, value)
  }
}

/**
 * Pastes a table or lines into the cells from the first one on: each as its column reads it, a blank one clears. Rows after
 * the last task of the group become tasks if they begin with a name. It is one step to undo.
 */
export const pasteCells = (
  store: Pick<BoardStore, "people" | "updateEach">,
  { isTable, text }: Pasted,
  target: Target
): void => {
  const { fields, groupId, taskIds } = target
  const rows = isTable ? pastedRows(text) : keepsLines(target) ? [[text]] : linesOf(text).map((line) => [line])
  if (rows.length > MOST_ROWS) return notify(t("paste.many", { most: MOST_ROWS }), { tone: "bad" })
  const columns = fields.map((field, at) =>
    columnOf(
      field,
      rows.map((row) => row[at] ?? ""),
      store.people()
    )
  )
  const patches = new Map<string, TaskPatch>()
  const created: Array<NewTask> = []
  /** The column of each cell that does not fit there. */
  const misfits: Array<string> = []
  let [pasted, placeless] = [0, 0]
  for (const [at, row] of rows.entries()) {
    const filled = [...row.keys()].filter((column) => row[column]?.trim() !== "")
    const read = row.map((cell, column) => columns[column]?.(cell))
    const patch = read.reduce<TaskPatch>((all, each) => merged(all, each ?? {}), {})
    const taskId = taskIds[at]
    if (taskId !== undefined) patches.set(taskId, patch)
    else if (patch.name !== undefined) created.push({ ...patch, name: patch.name, groupId })
    else {
      placeless += filled.length
      continue
    }
    for (const column of filled) {
      const field = fields[column]
      if (field === undefined) placeless += 1
      else if (read[column] === undefined) misfits.push(field.name || t("field.name"))
      else pasted += 1
    }
  }
  store.updateEach(patches, created)
  announce(counted("paste.done", pasted))
  if (misfits.length > 0)
    notify(counted("paste.misfits", misfits.length, { columns: [...new Set(misfits)].join(", ") }), { tone: "bad" })
  if (placeless > 0) notify(counted("paste.noCells", placeless), { tone: "bad" })
}
