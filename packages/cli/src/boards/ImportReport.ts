import { Effect } from "effect"
import { printJson } from "../terminal/output.js"
import { note, oneLine, print } from "../terminal/print.js"
import { shown } from "@boardwright/spreadsheet"

/**
 * A value that was left out, corrected or kept unchanged. For an exported board `line` is null and `column` is a path such
 * as `tasks.0.assignees.0`.
 */
export interface ImportedWarning {
  readonly line: number | null
  readonly column: string | null
  readonly value: string
  readonly message: string
}

/** Collects warnings: counts all of them and stores the first. */
export interface Warnings {
  readonly add: (warning: ImportedWarning) => void
  readonly count: () => number
  readonly first: ReadonlyArray<ImportedWarning>
}

/** Maximum number of warnings in the JSON report. */
const KEPT = 100
/** Maximum number of warnings printed. */
const PRINTED = 10

export const collectWarnings = (): Warnings => {
  const first: Array<ImportedWarning> = []
  let count = 0
  const add = (warning: ImportedWarning): void => {
    count += 1
    if (first.length < KEPT) first.push(warning)
  }
  return { add, count: () => count, first }
}

/** The result of an import, or of a dry run. */
export interface ImportReport {
  /** Null on a dry run. */
  readonly boardId: string | null
  readonly name: string
  readonly workspaceId: string
  readonly imported: number
  /** Of a spreadsheet. */
  readonly subtasks?: number
  /** Blank rows, and rows without a task. */
  readonly skipped: number
  readonly warnings: Warnings
}

const many = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`

const lineOf = ({ column, line, message, value }: ImportedWarning): string => {
  const place = column === null ? [] : [line === null ? column : `column ${shown(column)}`]
  const where = [...(line === null ? [] : [`line ${line}`]), ...place]
  return `  ${[...where, ...(value === "" ? [] : [shown(value)])].join(", ")}: ${message}`
}

/** Prints counts and warnings to standard error, and the board's id or the report as JSON to standard output. */
export const printReport = Effect.fnUntraced(function* (report: ImportReport, json: boolean, advice: string) {
  const { boardId, imported, name, skipped, subtasks = 0, warnings } = report
  const count = warnings.count()
  const extra = subtasks === 0 ? [] : [many(subtasks, "subtask")]
  const counts = [many(imported, "task"), ...extra, ...(skipped === 0 ? [] : [`${many(skipped, "row")} skipped`])]
  const printed = Math.min(PRINTED, warnings.first.length)
  yield* note(
    boardId === null
      ? `Would import into "${oneLine(name)}": ${[...counts, many(count, "warning")].join(", ")}; nothing was written`
      : `Imported into "${oneLine(name)}": ${[...counts, many(count, "warning")].join(", ")}`
  )
  for (const warning of warnings.first.slice(0, printed)) yield* note(oneLine(lineOf(warning)))
  if (count > printed) yield* note(`  and ${count - printed} more${advice}`)
  if (json) yield* printJson({ ...report, warnings: count, firstWarnings: warnings.first })
  else if (boardId !== null) yield* print(`${boardId}\n`)
})
