import type { Person } from "@boardwright/client"
import { written } from "../cells/typedValue.js"
import { entriesOf, type Field, NAME_FIELD, shownOf } from "../cells/fields.js"
import { nameOf } from "../cells/Value.js"
import type { BoardTask } from "../store/Operation.js"
import type { Line } from "./lines.js"
import type { Place } from "./place.js"
import type { Pasted } from "./useCellClipboard.js"

type People = ReadonlyMap<string, Person>

/** What a cell of a task is copied as: as it is typed, and people by their names. */
export const cellText = (task: BoardTask, field: Field, people: People): string => {
  if (field.key === NAME_FIELD.key) return task.name
  const value = shownOf(task, field)
  if (field.kind !== "people") return written(field, value)
  return entriesOf(value)
    .map((entry) => nameOf(people, entry))
    .join(", ")
}

const quoted = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** What selected tasks are copied as, in their order: rows for a spreadsheet, with the name first. */
export const rowsText = (
  tasks: ReadonlyArray<BoardTask>,
  selected: ReadonlySet<string>,
  fields: ReadonlyArray<Field>,
  people: People
): string =>
  tasks
    .filter(({ id }) => selected.has(id))
    .map((task) => [NAME_FIELD, ...fields].map((field) => quoted(cellText(task, field, people))).join("\t"))
    .join("\n")

/** Where cells are pasted. */
export interface Target {
  /** From the first column on. */
  readonly fields: ReadonlyArray<Field>
  /** From the first row on, to the end of its group. */
  readonly taskIds: ReadonlyArray<string>
  readonly groupId: string
}

/** Whether the first column keeps the line breaks of a text that is no table; in others each of its lines is a cell. */
export const keepsLines = ({ fields: [first] }: Target): boolean =>
  first !== undefined && first.key !== NAME_FIELD.key && (first.kind === "text" || first.kind === "longText")

/** Whether what is pasted is for cells also where an editor is open: several of them, or one that is read more freely than typed. */
export const isForCells = ({ isTable, text }: Pasted, target: Target): boolean => {
  const kind = target.fields[0]?.kind
  const isRead = kind === "number" || kind === "date"
  return isRead || ((isTable || !keepsLines(target)) && /[\t\r\n]/.test(text.trimEnd()))
}

/** The cells from a place to the end of its group. */
export const targetOf = (lines: ReadonlyArray<Line>, fields: ReadonlyArray<Field>, { key, taskId }: Place): Target => {
  const first = lines.findIndex((line) => line.kind === "task" && line.task.id === taskId)
  const groupId = lines[first]?.kind === "task" ? lines[first].group.id : ""
  return {
    groupId,
    fields: fields.slice(fields.findIndex((field) => field.key === key)),
    taskIds: lines
      .slice(first)
      .flatMap((line) => (line.kind === "task" && line.group.id === groupId ? [line.task.id] : []))
  }
}
