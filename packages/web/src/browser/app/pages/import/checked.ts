import { BoardwrightClientError } from "@boardwright/client"
import type { CellWarning } from "@boardwright/spreadsheet"
import type { AnswerOf, InputOf } from "../../../request.js"
import { refusalText, ruleText } from "../../../text/refusals.js"
import { reasonOf } from "../../api.js"
import { p } from "../../text/pageTexts.js"
import { inUserLanguage } from "./messages.js"
import type { Chosen } from "./useSheet.js"

type ImportBody = InputOf<"boards", "import">
type Imported = AnswerOf<"boards", "import">

/** A warning, or the first of several of a column. */
export interface Warning extends CellWarning {
  /** How many cells of the column do not fit its type, where that is counted. */
  readonly cells?: number
}

/** An import that the server has checked. */
export interface Checked {
  readonly file: Chosen
  readonly body: ImportBody
  readonly imported: number
  readonly skipped: number
  readonly warnings: ReadonlyArray<Warning>
}

/** The name of a column; the group may have none of its own. */
export const headerOf = ({ headers }: Chosen, column: number | null): string =>
  column === null ? "" : (headers[column] ?? p("import.kind.group"))

// The server counts rows from 0.
const lineOf = ({ rows }: Chosen, row: number): number => rows[row]?.line ?? row + 1

/** The warnings of the file and of the server, by line. Of one cell the first says what was expected of it. */
export const allWarnings = (
  file: Chosen,
  own: ReadonlyArray<CellWarning>,
  { columnWarnings = [], warnings }: Imported
): ReadonlyArray<Warning> => {
  const said = new Set(own.map(({ column, line }) => `${line} ${column}`))
  const others = [...warnings, ...columnWarnings].flatMap(({ row, ...warning }): ReadonlyArray<Warning> => {
    const line = lineOf(file, row)
    const place = `${line} ${warning.column}`
    if (said.has(place)) return []
    said.add(place)
    return [{ ...warning, line }]
  })
  return [...own, ...others].toSorted((a, b) => a.line - b.line)
}

type Issue = BoardwrightClientError["details"][number]

const inWords = (file: Chosen, { message, path }: Issue): string => {
  const [field, row, column] = path
  const rule = inUserLanguage(message)
  if (field !== "rows" || row === undefined) return `${path.join(" ")} ${rule}`
  const line = p("import.line", { line: String(lineOf(file, Number(row))) })
  if (column === undefined) return `${line} ${rule}`
  return p("import.lineColumn", { line, column: headerOf(file, Number(column)), rule })
}

const REASONS = {
  403: "import.forbidden",
  404: "import.gone",
  413: "import.tooLargeForServer"
} as const

/** What the form says of an import that was refused: beside the name, and above all fields. */
export interface Refusal {
  readonly name: string
  readonly alert: string
}

/** Why an import was refused. One that was to be stored may have been, if no response came. */
export const refusalOf = (file: Chosen, error: unknown, isStored: boolean): Refusal => {
  if (!(error instanceof BoardwrightClientError)) return { name: "", alert: reasonOf(error) }
  const { code, details, status } = error
  const ofName = details.filter(({ path }) => path[0] === "name")
  const others = details.filter(({ path }) => path[0] !== "name").map((issue) => inWords(file, issue))
  const key = REASONS[status as keyof typeof REASONS]
  const reason =
    status === null && isStored
      ? p("import.maybeStored")
      : key !== undefined
        ? p(key)
        : details.length > 0
          ? (refusalText(code) ?? error.error)
          : reasonOf(error)
  return {
    name: ofName.map(({ message }) => ruleText(message)).join(" "),
    alert: [reason, ...others.slice(0, 10)].join(". ")
  }
}
