import { Effect } from "effect"
import { oneLine, print, styled } from "./print.js"

/** The output format of a command. */
export interface Form {
  readonly json: boolean | undefined
}

/** The columns of a table: each heading, and its value for a row. Null and undefined are shown as nothing. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>

/** A thing as both the core and the API have it: its texts without brands. */
export type Plain<Thing> = {
  readonly [Field in keyof Thing]: Thing[Field] extends string
    ? string
    : Thing[Field] extends string | null
      ? string | null
      : Thing[Field]
}

const graphemes = new Intl.Segmenter()
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}|\uFE0F/u

/** The width of the text on a terminal, in cells. */
const widthOf = (text: string): number => {
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}

const cell = (value: unknown): string => (value === null || value === undefined ? "" : oneLine(String(value)))

/** Joins lines of cells into lines of text, each column as wide as its widest cell. */
export const aligned = (lines: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths: Array<number> = []
  for (const line of lines)
    for (const [index, text] of line.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(text))
  return lines.map((line) =>
    line
      .map((text, index) => text + " ".repeat((widths[index] ?? 0) - widthOf(text)))
      .join("  ")
      .trimEnd()
  )
}

const ended = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join("")

/** Writes a value as JSON: indented on a terminal, on one line elsewhere. */
export const printJson = (value: unknown): Effect.Effect<void> =>
  print(`${JSON.stringify(value, null, process.stdout.isTTY ? 2 : 0)}\n`)

/** Writes rows: with `json` as a list; on a terminal as a table with headings; else as lines of cells between tabs. */
export const printRows = <Row>(rows: ReadonlyArray<Row>, columns: Columns<Row>, form: Form): Effect.Effect<void> => {
  if (form.json === true) return printJson(rows)
  const cells = rows.map((row) => Object.values(columns).map((value) => cell(value(row))))
  if (!process.stdout.isTTY) return print(ended(cells.map((line) => line.join("\t"))))
  if (rows.length === 0) return Effect.void
  const [heading = "", ...lines] = aligned([Object.keys(columns).map((name) => name.toUpperCase()), ...cells])
  return print(ended([styled(process.stdout, "bold", heading), ...lines]))
}

/** Writes one record: with `json` as JSON; else a line for each of `fields` with its name and value. */
export const printRecord = <Thing>(thing: Thing, fields: Columns<Thing>, form: Form): Effect.Effect<void> => {
  if (form.json === true) return printJson(thing)
  const lines = Object.entries(fields).map(([name, value]) => [name, cell(value(thing))])
  return print(ended(process.stdout.isTTY ? aligned(lines) : lines.map((line) => line.join("\t"))))
}
