import { Import } from "@boardwright/core"
import { Chunk, Effect, Stream } from "effect"
import { inferMapping, ownColumns, type Row } from "@boardwright/spreadsheet"
import { checkMapping, choicesOf, unknownTypes } from "../spreadsheet/MappingOverrides.js"
import { openSheet, type Sheet, survey } from "../spreadsheet/openSheet.js"
import { note } from "../terminal/print.js"
import { confirmOrCancel } from "../terminal/prompt.js"
import type { NotWritten } from "../terminal/openDraft.js"
import { type Progress, withProgress } from "../terminal/progress.js"
import type { BoardFile } from "./openBoardFile.js"
import { refusedAs } from "../terminal/withApp.js"
import { collectWarnings, type ImportReport, type Warnings } from "./ImportReport.js"
import {
  boardName,
  type ImportOptions,
  namesColumns,
  readOverrides,
  refuseUnused,
  sheetOptions
} from "./importOptions.js"
import { reject, sheetRefusal } from "./refusals.js"
import { openRejects, type Rejects } from "./openRejects.js"
import { ImportedRow, type SheetColumns, sheetColumns } from "./sheetColumns.js"
import { mappingLines, requireAnswers } from "./mappingLines.js"

/** A spreadsheet with what its columns become. */
export interface PlannedSheet {
  readonly sheet: Sheet
  readonly rows: number
  readonly columns: SheetColumns
  readonly name: string
}

const counting = (sheet: Sheet, progress: Progress): Sheet => {
  const rows = Stream.suspend(() => {
    let read = 0
    return Stream.mapChunks(sheet.rows, (chunk) => {
      progress((read += chunk.length))
      return chunk
    })
  })
  return { ...sheet, rows }
}

/** Opens a spreadsheet as the options say, or as a CSV that was exported. */
export const openImported = Effect.fnUntraced(function* ({ file, kind }: BoardFile, options: ImportOptions) {
  const said = yield* sheetOptions(options)
  const own =
    kind === "own sheet" ? ({ format: "csv", encoding: "utf-8", delimiter: ",", header: { line: 1 } } as const) : {}
  return yield* Effect.tap(openSheet({ path: file.path, name: file.name }, { ...own, ...said }), (sheet) =>
    refuseUnused(sheet, options)
  )
})

/**
 * Reads a spreadsheet once, decides what its columns become, and shows it. `keepsOwn` is whether our own CSV sets the fields that it came from,
 * which the API cannot. Fails if an option must decide.
 */
export const planImported = Effect.fnUntraced(function* (sheet: Sheet, options: ImportOptions, keepsOwn = true) {
  const overrides = yield* readOverrides(options)
  const found = yield* withProgress("Reading", (progress) => survey(counting(sheet, progress)))
  const ours = ownColumns(sheet.headers)
  const own = keepsOwn && !namesColumns(options) ? ours : null
  const said = yield* choicesOf(
    own !== null ? { ...overrides, name: "Name", group: "Group" } : overrides,
    sheet.headers
  )
  // Our own Excel files have times in UTC.
  const choices = ours !== null && sheet.format === "xlsx" ? { ...said, timeZone: "UTC" } : said
  const mapping = inferMapping(sheet, found, choices)
  yield* checkMapping(mapping, choices)
  const columns = sheetColumns(mapping, sheet, own)
  const kept = own === null ? null : columns.columns
  for (const line of [...mappingLines(sheet, found, mapping, kept), ...unknownTypes(overrides)]) yield* note(line)
  const due = own?.findIndex((column) => "field" in column && column.field === "dueDate")
  const questions = mapping.questions.filter(({ column }) => own === null || column === due)
  yield* requireAnswers({ questions })
  const planned: PlannedSheet = {
    sheet,
    rows: found.rows + found.blank,
    columns,
    name: yield* boardName(options)
  }
  return planned
})

const listener = (
  { columns, sheet }: PlannedSheet,
  warnings: Warnings,
  rejects: Rejects | null,
  count: () => void
): Import.RowListener<NotWritten> => {
  const names = new Map(columns.columns.map(({ header, index }) => [index, header]))
  return (row, found) =>
    Effect.suspend(() => {
      count()
      const earlier = row instanceof ImportedRow ? row.warnings : []
      if (earlier.length === 0 && found.length === 0) return Effect.void
      const own = earlier.map(({ column, ...rest }) => {
        const name = column === null ? null : (names.get(column) ?? sheet.headers[column] ?? null)
        return { ...rest, column: name }
      })
      // Of one cell the first warning says what was expected of it.
      const said = new Set(own.map(({ column }) => column))
      const all = [...own, ...found.filter(({ column }) => !said.has(column))]
      for (const warning of all) warnings.add(warning)
      if (rejects === null || !(row instanceof ImportedRow)) return Effect.void
      const reasons = all.map(({ column, message }) => `${column === null ? "" : `${column} `}${message}`)
      return rejects.add(row.line, row.source.cells, reasons)
    })
}

/** Opens the file of the rows with warnings, if there is one to be, and asks whether to import. */
export const prepareImport = Effect.fnUntraced(function* ({ name, sheet }: PlannedSheet, options: ImportOptions) {
  const { dryRun = false, force = false, yes = false } = options
  const rejects =
    options.rejects === undefined
      ? null
      : yield* openRejects(options.rejects, { force, headers: sheet.headers, input: options.file })
  if (!dryRun) yield* confirmOrCancel(yes, `Import it as "${name}"?`)
  return { dryRun, rejects }
})

/**
 * Imports a planned spreadsheet as one board, or only checks it. The caller runs `finish` after the report. Fails with
 * `DataRejected` after reporting the problems.
 */
export const importPlanned = Effect.fnUntraced(function* (
  planned: PlannedSheet,
  workspaceId: string,
  options: ImportOptions
) {
  const { columns, name, rows: total, sheet } = planned
  const warnings = collectWarnings()
  const { dryRun, rejects } = yield* prepareImport(planned, options)
  const rows = Stream.mapChunks(
    sheet.rows,
    Chunk.map((row: Row) => columns.toRow(row))
  )
  const work = (progress: Progress) => {
    let checked = 0
    const steps = dryRun ? total : total * 2
    const onRow = listener(planned, warnings, rejects, () => progress((checked += 1), steps))
    const onStored = (stored: number) => Effect.sync(() => progress(total + stored, steps))
    const input = { name, workspaceId, columns: columns.columns, verbatim: columns.verbatim }
    return Import.importSheet(input, rows, { dryRun, onRow, onStored })
  }
  const { board, imported, skipped, subtasks } = yield* withProgress("Importing", work).pipe(
    refusedAs({ name: "--board" }),
    Effect.catchTag("InvalidInput", (refusal) =>
      Effect.flatMap(sheetRefusal(refusal, sheet), (lines) => reject(sheet.file, lines, refusal.issues.length))
    )
  )
  const report: ImportReport = { boardId: board?.id ?? null, name, workspaceId, imported, subtasks, skipped, warnings }
  return { report, finish: rejects?.keep ?? Effect.void }
})
