import type { Archive, Task } from "@boardwright/core"
import { csvLine } from "./csvLine.js"
import { OWN_FIELDS } from "./ownSheet.js"

/** A value as a cell: text as it is, everything else as JSON. */
const toCell = (value: Task.Json | undefined): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value)

/**
 * How a board is written as CSV: the header's line, and a line for each task. Assignees are their addresses, or ids where
 * no address is told; values that are no text are JSON. Comments, subtasks and time entries are not in it.
 */
export const boardAsCsv = ({ columns, groups, people }: Archive.ArchiveHeader) => {
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]))
  const addresses = new Map(people.map(({ email, id }) => [id, email ?? id]))
  return {
    header: csvLine([...OWN_FIELDS.map(([header]) => header), ...columns.map(({ name }) => name)]),
    line: (task: Archive.ArchivedTask): string =>
      csvLine([
        ...[task.name, groupNames.get(task.groupId) ?? "", task.status, task.priority, task.dueDate ?? ""],
        ...[task.assignees.map((id) => addresses.get(id) ?? id).join(", "), task.description],
        ...columns.map(({ id }) => toCell(task.columnValues[id]))
      ])
  }
}
