import { Effect } from "effect"
import { printJson } from "../terminal/output.js"
import { note, oneLine, print } from "../terminal/print.js"
import { shown } from "@boardwright/spreadsheet"

/**
 * Something that was left out, mended or kept as it is. Of an exported board `line` is null and `column` the place, such
 * as `tasks.0.assignees.0`.
 */
export interface ImportedWarning {
  readonly line: number | null
  readonly column: string | null
  readonly value: string
  readonly message: string
}

/** Warnings as they come: all counted, the first kept. */
export interface Warnings {
  readonly add: (warning: ImportedWarning) => void
  readonly count: () => number
  readonly first: ReadonlyArray<ImportedWarning>
}

/** Warnings that are kept for a report. */
const KEPT = 100
/** Warnings that a person is told. */
const TOLD = 10

/** Counts warnings and keeps the first. */
export const collectWarnings = (): Warnings => {
  const first: Array<ImportedWarning> = []
  let count = 0
  const add = (warning: ImportedWarning): void => {
    count += 1
    if (first.length < KEPT) first.push(warning)
  }
  return { add, count: () => count, first }
}

/** What an import did, or on a dry run would do. */
export interface ImportReport {
  /** Null on a dry run. */
  readonly boardId: string | null
  readonly name: string
  readonly workspaceId: string
  readonly imported: number
  /** Rows of blanks, and rows that hold no task. */
  readonly skipped: number
  readonly warnings: Warnings
}

const many = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`

const lineOf = ({ column, line, message, value }: ImportedWarning): string => {
  const place = column === null ? [] : [line === null ? column : `column ${shown(column)}`]
  const where = [...(line === null ? [] : [`line ${line}`]), ...place]
  return `  ${[...where, ...(value === "" ? [] : [shown(value)])].join(", ")}: ${message}`
}

/** Tells the warnings and the counts on standard error, and writes the board's id, or the whole as JSON. */
export const printReport = Effect.fnUntraced(function* (report: ImportReport, json: boolean, advice: string) {
  const { boardId, imported, name, skipped, warnings } = report
  const count = warnings.count()
  const counts = [many(imported, "task"), ...(skipped === 0 ? [] : [`${many(skipped, "row")} skipped`])]
  const told = Math.min(TOLD, warnings.first.length)
  yield* note(
    boardId === null
      ? `Would import into "${oneLine(name)}": ${[...counts, many(count, "warning")].join(", ")}; nothing was written`
      : `Imported into "${oneLine(name)}": ${[...counts, many(count, "warning")].join(", ")}`
  )
  for (const warning of warnings.first.slice(0, told)) yield* note(oneLine(lineOf(warning)))
  if (count > told) yield* note(`  and ${count - told} more${advice}`)
  if (json) yield* printJson({ ...report, warnings: count, firstWarnings: warnings.first })
  else if (boardId !== null) yield* print(`${boardId}\n`)
})
