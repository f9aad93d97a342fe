import { Import } from "@boardwright/core"
import { Chunk, Effect, Option, Stream } from "effect"
import { inferMapping, type Row } from "@boardwright/spreadsheet"
import { checkMapping, choicesOf } from "../spreadsheet/MappingOverrides.js"
import { openSheet, type Sheet, survey } from "../spreadsheet/openSheet.js"
import { note } from "../terminal/print.js"
import type { NotWritten } from "../terminal/openDraft.js"
import { type Progress, withProgress } from "../terminal/progress.js"
import type { BoardFile } from "./openBoardFile.js"
import { refusedAs } from "../terminal/refusedAs.js"
import { goOn } from "./goOn.js"
import { collectWarnings, type ImportReport, type Warnings } from "./ImportReport.js"
import { boardName, type ImportWords, sheetOptions } from "./importOptions.js"
import { namesColumns, readOverrides } from "./mappingOptions.js"
import { DUE_INDEX, isOwnSheet } from "./ownSheet.js"
import { answered } from "./answered.js"
import { reject, sheetRefusal } from "./refusals.js"
import { openRejects, type Rejects } from "./openRejects.js"
import { ImportedRow, type SheetColumns, sheetColumns } from "./sheetColumns.js"
import { mappingLines } from "./mappingLines.js"

/** A spreadsheet of which it is known what becomes of it. */
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

/** Opens a spreadsheet as the words say, or as our own CSV is written. */
export const openImported = Effect.fnUntraced(function* ({ file, kind }: BoardFile, words: ImportWords) {
  const said = yield* sheetOptions(words)
  const own =
    kind === "own sheet" ? ({ format: "csv", encoding: "utf-8", delimiter: ",", header: { line: 1 } } as const) : {}
  return yield* openSheet({ path: file.path, name: file.name }, { ...own, ...said })
})

/** Reads a spreadsheet once, decides what becomes of its columns and shows that. Fails where something must be said. */
export const planImported = Effect.fnUntraced(function* (sheet: Sheet, words: ImportWords) {
  const overrides = yield* readOverrides(words)
  const found = yield* withProgress("Reading", (progress) => survey(counting(sheet, progress)))
  const own = isOwnSheet(sheet.headers) && !namesColumns(words)
  const choices = yield* choicesOf(own ? { ...overrides, name: "Name", group: "Group" } : overrides, sheet.headers)
  const mapping = inferMapping(sheet, found, choices)
  yield* checkMapping(mapping, choices)
  for (const line of mappingLines(sheet, found, mapping, own)) yield* note(line)
  const questions = own ? mapping.questions.filter(({ column }) => column === DUE_INDEX) : mapping.questions
  yield* answered({ questions })
  const planned: PlannedSheet = {
    sheet,
    rows: found.rows + found.blank,
    columns: sheetColumns(mapping, sheet.headers, own),
    name: yield* boardName(words)
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

/**
 * Imports a planned spreadsheet as one board, or checks only. `finish` is left to do when that was told. Fails with `DataRejected` after telling the problems.
 */
export const importPlanned = Effect.fnUntraced(function* (
  planned: PlannedSheet,
  workspaceId: string,
  words: ImportWords
) {
  const { columns, name, rows: total, sheet } = planned
  const warnings = collectWarnings()
  const rejects = Option.isNone(words.rejects)
    ? null
    : yield* openRejects(words.rejects.value, { force: words.force, headers: sheet.headers, input: words.file })
  if (!words.dryRun) yield* goOn(words, `Import it as "${name}"?`)
  const rows = Stream.mapChunks(
    sheet.rows,
    Chunk.map((row: Row) => columns.toRow(row))
  )
  const work = (progress: Progress) => {
    let checked = 0
    const steps = words.dryRun ? total : total * 2
    const onRow = listener(planned, warnings, rejects, () => progress((checked += 1), steps))
    const onStored = (stored: number) => Effect.sync(() => progress(total + stored, steps))
    const input = { name, workspaceId, columns: columns.columns, verbatim: columns.verbatim }
    return Import.importSheet(input, rows, { dryRun: words.dryRun, onRow, onStored })
  }
  const { board, imported, skipped } = yield* withProgress("Importing", work).pipe(
    refusedAs({ name: "--board" }),
    Effect.catchTag("InvalidInput", (refusal) =>
      Effect.flatMap(sheetRefusal(refusal, sheet), (lines) => reject(sheet.file, lines, refusal.issues.length))
    )
  )
  const report: ImportReport = { boardId: board?.id ?? null, name, workspaceId, imported, skipped, warnings }
  return { report, finish: rejects?.keep ?? Effect.void }
})
