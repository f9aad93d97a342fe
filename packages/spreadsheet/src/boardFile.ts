import type { Archive, Task } from "@boardwright/core"
import { Chunk, Effect, Stream } from "effect"
import { csvLine, type WrittenCell } from "./csvLine.js"
import { OWN_FIELDS } from "./ownSheet.js"

/** A value as a cell: text unchanged, numbers, other values as JSON. */
const toCell = (value: Task.Json | undefined): string | number =>
  value === undefined || value === null
    ? ""
    : typeof value === "string" || typeof value === "number"
      ? value
      : JSON.stringify(value)

const isPlainLabel = (label: Task.Json): label is string => typeof label === "string" && !/^\[|[,;\n]/.test(label)

/** A cell of a column of labels: separated by commas, as an import reads it. */
const toLabels = (value: Task.Json | undefined): string | number =>
  Array.isArray(value) && value.every(isPlainLabel) ? value.join(", ") : toCell(value)

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** An instant as a date, and other text unchanged. */
const toDate = (cell: string | number): WrittenCell => {
  if (typeof cell !== "string" || !INSTANT.test(cell)) return cell
  const date = new Date(cell)
  return Number.isNaN(date.getTime()) || date.toISOString() !== cell ? cell : date
}

/**
 * The headers and the rows of a board as a sheet. Assignees are email addresses, or ids without one. Comments, subtasks and
 * time entries are left out.
 */
const boardSheet = ({ columns, groups, people }: Archive.ArchiveHeader) => {
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]))
  const addresses = new Map(people.map(({ email, id }) => [id, email ?? id]))
  const typed = columns.map(({ id, type }) => ({ id, type: type.toLowerCase() }))
  return {
    headers: [...OWN_FIELDS.map(([header]) => header), ...columns.map(({ name }) => name)],
    row: (task: Archive.ArchivedTask): ReadonlyArray<WrittenCell> => [
      ...[task.name, groupNames.get(task.groupId) ?? "", task.status, task.priority, toDate(task.dueDate ?? "")],
      ...[task.assignees.map((id) => addresses.get(id) ?? id).join(", "), task.description],
      ...typed.map(({ id, type }) => {
        const value = task.columnValues[id]
        if (type === "labels") return toLabels(value)
        return type === "date" ? toDate(toCell(value)) : toCell(value)
      })
    ]
  }
}

/** A board as `Archive.exportBoard` returns it. */
export interface ExportedBoard<E, R> {
  readonly archive: Archive.ArchiveHeader
  readonly tasks: Stream.Stream<Archive.ArchivedTask, E, R>
}

/** Each page of tasks as one part of the file. */
const pages = <A, E, R>(
  tasks: Stream.Stream<Archive.ArchivedTask, E, R>,
  part: (tasks: ReadonlyArray<Archive.ArchivedTask>) => A
): Stream.Stream<A, E, R> =>
  Stream.mapChunks(tasks, (page) => (Chunk.isEmpty(page) ? Chunk.empty() : Chunk.of(part(Chunk.toReadonlyArray(page)))))

/** A complete board as JSON: a line for the board, then one for each task. */
export const jsonText = <E, R>({ archive, tasks }: ExportedBoard<E, R>): Stream.Stream<string, E, R> => {
  const head = `${JSON.stringify(archive).slice(0, -1)},"tasks":[`
  const tasksText = Stream.suspend(() => {
    let isFirst = true
    return pages(tasks, (page) => {
      const comma = isFirst ? "" : ","
      isFirst = false
      return `${comma}\n${page.map((task) => JSON.stringify(task)).join(",\n")}`
    })
  })
  return Stream.concat(Stream.concat(Stream.make(head), tasksText), Stream.make("\n]}\n"))
}

/** A board's tasks as CSV. Excel reads UTF-8 only after a byte order mark. */
export const csvText = <E, R>({ archive, tasks }: ExportedBoard<E, R>, bom: boolean): Stream.Stream<string, E, R> => {
  const { headers, row } = boardSheet(archive)
  const head = (bom ? "\ufeff" : "") + csvLine(headers)
  return Stream.concat(
    Stream.make(head),
    pages(tasks, (page) => page.map((task) => csvLine(row(task))).join(""))
  )
}

/** A board's tasks as an Excel file, whose numbers and dates are some. */
export const xlsxBytes = <E, R>({ archive, tasks }: ExportedBoard<E, R>): Stream.Stream<Uint8Array, E, R> =>
  // Loaded with the first such file, so that a server starts without it.
  Stream.flatMap(
    Effect.promise(() => import("./xlsxWriter.js")),
    ({ xlsxWriter }) => {
      const { headers, row } = boardSheet(archive)
      const { end, rows } = xlsxWriter(archive.board.name)
      const sheet = Stream.concat(
        Stream.sync(() => rows([headers])),
        pages(tasks, (page) => rows(page.map(row)))
      )
      return Stream.concat(sheet, Stream.sync(end))
    }
  )

/** The formats of a board's file: json is complete, csv and xlsx have the tasks as a sheet. */
export const BOARD_FORMATS = ["csv", "json", "xlsx"] as const
export type BoardFormat = (typeof BOARD_FORMATS)[number]

/** A board's file, part by part. */
export const boardFile = <E, R>(
  exported: ExportedBoard<E, R>,
  format: BoardFormat
): Stream.Stream<string | Uint8Array, E, R> => {
  if (format === "xlsx") return xlsxBytes(exported)
  return format === "csv" ? csvText(exported, false) : jsonText(exported)
}
