import { basename, extname } from "node:path"
import { Args, Options } from "@effect/cli"
import { Effect, type Option } from "effect"
import type { SheetOptions } from "@boardwright/spreadsheet"
import { UsageError } from "../terminal/failures.js"
import { json } from "../terminal/output.js"
import { as } from "../terminal/withApp.js"
import { mappingOptions, type MappingWords } from "./mappingOptions.js"

const text = (name: string, value: string, description: string) =>
  Options.text(name).pipe(Options.withPseudoName(value), Options.optional, Options.withDescription(description))

const flag = (name: string, description: string) => Options.boolean(name).pipe(Options.withDescription(description))

/** What `boardwright import` takes. */
export const importOptions = {
  file: Args.text({ name: "FILE" }).pipe(
    Args.withDescription("A spreadsheet (CSV, TSV, XLSX, JSON, NDJSON) or an exported board; - is standard input")
  ),
  board: text("board", "NAME", "What the board is called; else as the file"),
  workspace: text("workspace", "ID|NAME", "The workspace that gets the board; else the only one"),
  ...mappingOptions,
  delimiter: text("delimiter", "CHARACTER", "What divides the cells of text: a character, or tab"),
  encoding: Options.choice("encoding", ["utf-8", "utf-16le", "utf-16be", "windows-1252"]).pipe(
    Options.optional,
    Options.withDescription("The encoding of text")
  ),
  sheet: text("sheet", "NAME|N", "The sheet of an Excel file; else the first"),
  noHeader: flag("no-header", "The first row is no header"),
  rejects: text("rejects", "FILE", "Write the rows with warnings to this CSV file, also on a dry run"),
  force: flag("force", "Replace the file of --rejects where there is one"),
  dryRun: flag("dry-run", "Check everything and show what would be done; change nothing in the database"),
  yes: flag("yes", "Do not ask whether to go on"),
  as,
  json
}

/** What was given to `boardwright import`. */
export interface ImportWords extends MappingWords {
  readonly file: string
  readonly board: Option.Option<string>
  readonly workspace: Option.Option<string>
  readonly delimiter: Option.Option<string>
  readonly encoding: Option.Option<NonNullable<SheetOptions["encoding"]>>
  readonly sheet: Option.Option<string>
  readonly noHeader: boolean
  readonly rejects: Option.Option<string>
  readonly force: boolean
  readonly dryRun: boolean
  readonly yes: boolean
  readonly as: Option.Option<string>
  readonly json: boolean
}

/** The name of the board: as said, else the file's without its folder and extension. */
export const boardName = ({ board, file }: ImportWords): Effect.Effect<string, UsageError> => {
  if (board._tag === "Some") return Effect.succeed(board.value)
  return file === "-"
    ? new UsageError({ message: "--board is missing: standard input has no name", help: "boardwright import" })
    : Effect.succeed(basename(file, extname(file)))
}

const delimiterOf = (written: string): Effect.Effect<string, UsageError> => {
  const named = ["tab", "\\t"].includes(written.toLowerCase()) ? "\t" : written
  return named.length === 1 && !/["\r\n]/.test(named)
    ? Effect.succeed(named)
    : new UsageError({
        message: `--delimiter must be one character, or tab, not "${written}"`,
        help: "boardwright import"
      })
}

/** What is said of how the file is to be read. */
export const sheetOptions = Effect.fnUntraced(function* ({ delimiter, encoding, noHeader, sheet }: ImportWords) {
  const options: SheetOptions = {
    ...(delimiter._tag === "Some" ? { delimiter: yield* delimiterOf(delimiter.value) } : {}),
    ...(encoding._tag === "Some" ? { encoding: encoding.value } : {}),
    ...(sheet._tag === "Some" ? { sheet: sheet.value } : {}),
    ...(noHeader ? { header: "none" as const } : {})
  }
  return options
})
