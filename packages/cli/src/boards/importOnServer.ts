import { Import, Values } from "@boardwright/core"
import { type Target, toCells, toMappings } from "@boardwright/spreadsheet"
import { Chunk, Effect, Stream } from "effect"
import type { Ask } from "../remote/callServer.js"
import { DataRejected } from "../terminal/failures.js"
import { withProgress } from "../terminal/progress.js"
import { refusedAs } from "../terminal/withApp.js"
import { collectWarnings, type ImportReport } from "./ImportReport.js"
import type { ImportOptions } from "./importOptions.js"
import { type PlannedSheet, prepareImport } from "./importSheetFile.js"
import { reject } from "./refusals.js"

const rowsOf = Effect.fnUntraced(function* ({ columns, rows, sheet }: PlannedSheet) {
  if (rows > Import.MAX_ROWS) {
    const rule = `has ${rows} rows, and the API imports at most ${Import.MAX_ROWS}`
    return yield* new DataRejected({ message: `${sheet.file} ${rule}: import it on the database` })
  }
  const all = yield* Stream.runCollect(Stream.mapChunks(sheet.rows, Chunk.map(columns.toRow)))
  return Chunk.toReadonlyArray(all)
})

/**
 * Imports a planned spreadsheet over the API as one board, or only checks it. The caller runs `finish` after the report. Fails
 * with `DataRejected` for more rows than the API takes, and after reporting the problems of cells.
 */
export const importOnServer = Effect.fnUntraced(function* (
  ask: Ask,
  planned: PlannedSheet,
  workspaceId: string,
  options: ImportOptions
) {
  const { name, sheet } = planned
  const targets = planned.columns.columns as ReadonlyArray<Target>
  const { dryRun, rejects } = yield* prepareImport(planned, options)
  const rows = yield* rowsOf(planned)
  const body = {
    name,
    workspaceId,
    firstColumnIndex: targets.find(({ field }) => field === "name")?.index ?? 0,
    columnMappings: toMappings(targets),
    matchPeople: true,
    rows: rows.map(({ cells }) => toCells(cells)),
    dryRun
  }
  const headerOf = (column: number) =>
    targets.find(({ index }) => index === column)?.header ?? sheet.headers[column] ?? null
  const lineOf = (path: ReadonlyArray<string>, message: string): string => {
    const [list, row = "", column] = path
    const line = list === "rows" ? rows[Number(row)]?.line : undefined
    if (line === undefined) return `${path.join(".")} ${message}`
    return `line ${line}${column === undefined ? "" : `, column ${headerOf(Number(column)) ?? column}`}: ${message}`
  }
  const answer = yield* withProgress("Importing", () => ask((api, options) => api.boards.import(body, options))).pipe(
    refusedAs({ name: "--board" }),
    Effect.catchIf(
      (failure) => failure instanceof Values.InvalidInput,
      ({ issues }) =>
        reject(
          sheet.file,
          issues.map(({ message, path }) => lineOf(path, message)),
          issues.length
        )
    )
  )
  const warnings = collectWarnings()
  const own = rows.flatMap((row, at) => row.warnings.map((warning) => ({ ...warning, row: at })))
  const said = new Set(own.map(({ column, row }) => `${row}:${column}`))
  const ofColumns = (answer.columnWarnings ?? []).map(({ cells, message, ...warning }) => ({
    ...warning,
    message: cells === 1 ? message : `${message} (${cells} cells)`
  }))
  // Of one cell the first warning says what was expected of it.
  const theirs = [...answer.warnings, ...ofColumns].filter(({ column, row }) => !said.has(`${row}:${column}`))
  const found = [...own, ...theirs].toSorted((one, other) => one.row - other.row)
  const reasons = new Map<number, Array<string>>()
  for (const { column, message, row, value } of found) {
    const header = column === null ? null : headerOf(column)
    warnings.add({ line: rows[row]?.line ?? null, column: header, value, message })
    reasons.set(row, [...(reasons.get(row) ?? []), `${header === null ? "" : `${header} `}${message}`])
  }
  if (rejects !== null)
    for (const [at, why] of reasons) {
      const row = rows[at]
      if (row !== undefined) yield* rejects.add(row.line, row.source.cells, why)
    }
  const { board, imported, skipped, subtasks } = answer
  const report: ImportReport = {
    ...{ boardId: board?.id ?? null, name, workspaceId, imported, skipped, warnings },
    ...(subtasks === undefined ? {} : { subtasks })
  }
  return { report, finish: rejects?.keep ?? Effect.void }
})
