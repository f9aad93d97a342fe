import { type Archive, Board, type Import, type Task } from "@boardwright/core"
import { Chunk, Effect, Stream } from "effect"
import { csvLine, type WrittenCell } from "./csvLine.js"

/** A value as a cell: text unchanged, numbers, other values as JSON. */
const toCell = (value: Task.Json | undefined): string | number =>
  value === undefined || value === null
    ? ""
    : typeof value === "string" || typeof value === "number"
      ? value
      : JSON.stringify(value)

const isPlainText = (entry: Task.Json): entry is string => typeof entry === "string" && !/^\[|[,;\n]/.test(entry)

/** A cell of a list: its entries separated by commas, or JSON where they have some, as an import reads both. */
const toList = (value: Task.Json | undefined): string | number =>
  Array.isArray(value) && value.every(isPlainText) ? value.join(", ") : toCell(value)

/** Email addresses by user id, or ids without one. */
type Addresses = ReadonlyMap<string, string>

/** A cell of a column of people: addresses as those of the assignees, if one of the entries is a user. */
const toPeople = (value: Task.Json | undefined, addresses: Addresses): string | number => {
  const entries = Array.isArray(value) ? value : [value ?? null]
  const addressOf = (entry: Task.Json) => (typeof entry === "string" ? addresses.get(entry) : undefined)
  if (entries.every((entry) => addressOf(entry) === undefined)) return toCell(value)
  return toList(entries.map((entry) => addressOf(entry) ?? entry))
}

const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?$/

/** A date or an instant as such, and other text unchanged. */
const toDate = (cell: string | number): WrittenCell => {
  if (typeof cell !== "string" || !DATE.test(cell)) return cell
  const date = new Date(cell)
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(cell) ? cell : date
}

/** A number that a text is, if Excel has all of its digits, and other text unchanged. */
const toNumber = (cell: string | number): string | number =>
  typeof cell === "string" && Number.isFinite(Number(cell)) && String(Number(Number(cell).toPrecision(15))) === cell
    ? Number(cell)
    : cell

/** What a column of the board writes for a task. */
const cellsOf = (column: Board.Column, addresses: Addresses) => {
  const type = column.type.toLowerCase()
  const isPeople = type === "person" || column.field === "assignees"
  const isDate = type === "date" || column.field === "dueDate"
  const unset = Board.defaultLabel(column) ?? ""
  return (task: Archive.ArchivedTask, typed: boolean): WrittenCell => {
    const value = task.columnValues[column.id]
    if (type === "labels") return toList(value)
    if (isPeople) return toPeople(value, addresses)
    const cell = toCell(value ?? unset)
    if (!typed) return cell
    return isDate ? toDate(cell) : type === "number" ? toNumber(cell) : cell
  }
}

/** What the labels of a bound column mean where an import would read them otherwise. */
const ownMeanings = (
  column: Board.Column,
  knownMeaning: (field: Board.BoundField, label: string) => string | undefined
): ReadonlyArray<readonly [string, string]> => {
  const { field } = column
  if (field !== "status" && field !== "priority") return []
  return column.options.flatMap((option) => {
    const value = Board.meaningOf(column, option)
    return value === null ||
      (knownMeaning(field, option.label) ?? Board.readLabel(field, option.label.trim())) === value
      ? []
      : [[option.label, value] as const]
  })
}

/**
 * The headers and the rows of a board as a sheet. A field that a column is bound to is in that column alone. Assignees are
 * email addresses, or ids without one. Comments, subtasks and time entries are left out. `typed` keeps dates
 * and numbers as such. What lays out and writes a sheet is loaded with the first one.
 */
const boardSheet = Effect.fnUntraced(function* ({ columns, groups, people }: Archive.ArchiveHeader, typed: boolean) {
  const { knownMeaning, ownLayout } = yield* Effect.promise(() => import("./ownSheet.js"))
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]))
  const addresses = new Map(people.map(({ email, id }) => [id, email ?? id]))
  const { fields, headers } = ownLayout(
    columns.map((column) => ({ ...column, meanings: ownMeanings(column, knownMeaning) }))
  )
  const cells = columns.map((column) => cellsOf(column, addresses))
  const fieldCell = (task: Archive.ArchivedTask, field: Import.SheetField): WrittenCell => {
    if (field === "group") return groupNames.get(task.groupId) ?? ""
    if (field === "assignees") return task.assignees.map((id) => addresses.get(id) ?? id).join(", ")
    if (field === "dueDate") return typed ? toDate(task.dueDate ?? "") : (task.dueDate ?? "")
    return field === "name" || field === "status" || field === "priority" || field === "description" ? task[field] : ""
  }
  return {
    headers,
    row: (task: Archive.ArchivedTask): ReadonlyArray<WrittenCell> => [
      ...fields.map((field) => fieldCell(task, field)),
      ...cells.map((cell) => cell(task, typed))
    ]
  }
})

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
export const csvText = <E, R>({ archive, tasks }: ExportedBoard<E, R>, bom: boolean): Stream.Stream<string, E, R> =>
  Stream.flatMap(boardSheet(archive, false), ({ headers, row }) =>
    Stream.concat(
      Stream.make((bom ? "\ufeff" : "") + csvLine(headers)),
      pages(tasks, (page) => page.map((task) => csvLine(row(task))).join(""))
    )
  )

/** Receives how many texts were longer than a cell of Excel holds and were cut. */
type OnCut = (texts: number) => void

/** A board's tasks as an Excel file, with numbers and dates as such. */
export const xlsxBytes = <E, R>(
  { archive, tasks }: ExportedBoard<E, R>,
  onCut?: OnCut
): Stream.Stream<Uint8Array, E, R> =>
  Stream.flatMap(
    Effect.all([boardSheet(archive, true), Effect.promise(() => import("./xlsxWriter.js"))]),
    ([{ headers, row }, { xlsxWriter }]) => {
      const { cut, end, rows } = xlsxWriter(archive.board.name)
      const sheet = Stream.concat(
        Stream.sync(() => rows([headers])),
        pages(tasks, (page) => rows(page.map(row)))
      )
      const last = Stream.sync(() => {
        onCut?.(cut())
        return end()
      })
      return Stream.concat(sheet, last)
    }
  )

/** The formats of a board's file: json is complete, csv and xlsx have the tasks as a sheet. */
export const BOARD_FORMATS = ["csv", "json", "xlsx"] as const
export type BoardFormat = (typeof BOARD_FORMATS)[number]

/** A board's file, part by part. `onCut` is called at the end of an Excel file. */
export const boardFile = <E, R>(
  exported: ExportedBoard<E, R>,
  format: BoardFormat,
  onCut?: OnCut
): Stream.Stream<string | Uint8Array, E, R> => {
  if (format === "xlsx") return xlsxBytes(exported, onCut)
  return format === "csv" ? csvText(exported, false) : jsonText(exported)
}
