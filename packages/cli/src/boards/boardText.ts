import type { Archive, Task } from "@boardwright/core"
import { safeCell } from "@boardwright/spreadsheet"
import { Chunk, Stream } from "effect"
import { OWN_FIELDS } from "./ownSheet.js"

const QUOTED = /[",\r\n]|^\s|\s$/

/** A row of CSV (RFC 4180) with its line end. A spreadsheet program executes none of its cells. */
export const csvLine = (cells: ReadonlyArray<string>): string => {
  const written = cells.map((cell) => {
    const safe = safeCell(cell)
    return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${written.join(",")}\r\n`
}

/** A value as a cell: text unchanged, other values as JSON. */
const toCell = (value: Task.Json | undefined): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value)

const isPlainLabel = (label: Task.Json): label is string => typeof label === "string" && !/[,;\n]/.test(label)

/** A cell of a column of labels: separated by commas, as an import reads it. */
const toLabels = (value: Task.Json | undefined): string =>
  Array.isArray(value) && value.every(isPlainLabel) ? value.join(", ") : toCell(value)

/**
 * The header and the lines of a board as CSV. Assignees are email addresses, or ids without one. Comments, subtasks and
 * time entries are left out.
 */
const boardAsCsv = ({ columns, groups, people }: Archive.ArchiveHeader) => {
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]))
  const addresses = new Map(people.map(({ email, id }) => [id, email ?? id]))
  return {
    header: csvLine([...OWN_FIELDS.map(([header]) => header), ...columns.map(({ name }) => name)]),
    line: (task: Archive.ArchivedTask): string =>
      csvLine([
        ...[task.name, groupNames.get(task.groupId) ?? "", task.status, task.priority, task.dueDate ?? ""],
        ...[task.assignees.map((id) => addresses.get(id) ?? id).join(", "), task.description],
        ...columns.map(({ id, type }) =>
          type.toLowerCase() === "labels" ? toLabels(task.columnValues[id]) : toCell(task.columnValues[id])
        )
      ])
  }
}

export interface ExportedBoard<E, R> {
  readonly archive: Archive.ArchiveHeader
  readonly tasks: Stream.Stream<Archive.ArchivedTask, E, R>
}

const lines = <E, R>(
  tasks: Stream.Stream<Archive.ArchivedTask, E, R>,
  line: (task: Archive.ArchivedTask) => string
): Stream.Stream<string, E, R> =>
  Stream.mapChunks(tasks, (page) =>
    Chunk.isEmpty(page) ? Chunk.empty() : Chunk.of(Chunk.join(Chunk.map(page, line), ""))
  )

/** A complete board as JSON: a line for the board, then one for each task. */
export const jsonText = <E, R>({ archive, tasks }: ExportedBoard<E, R>): Stream.Stream<string, E, R> => {
  const head = `${JSON.stringify(archive).slice(0, -1)},"tasks":[`
  const tasksText = Stream.suspend(() => {
    let isFirst = true
    return lines(tasks, (task) => {
      const comma = isFirst ? "" : ","
      isFirst = false
      return `${comma}\n${JSON.stringify(task)}`
    })
  })
  return Stream.concat(Stream.concat(Stream.make(head), tasksText), Stream.make("\n]}\n"))
}

/** A board's tasks as CSV. Excel reads UTF-8 only after a byte order mark. */
export const csvText = <E, R>({ archive, tasks }: ExportedBoard<E, R>, bom: boolean): Stream.Stream<string, E, R> => {
  const { header, line } = boardAsCsv(archive)
  return Stream.concat(Stream.make((bom ? "\ufeff" : "") + header), lines(tasks, line))
}
