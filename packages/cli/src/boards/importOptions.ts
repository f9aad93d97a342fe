import { readFile } from "node:fs/promises"
import { basename, extname } from "node:path"
import { Effect } from "effect"
import type { Sheet, SheetOptions } from "@boardwright/spreadsheet"
import {
  DATE_FORMAT_RULE,
  type MappingOverrides,
  parseMapOption,
  parseMappingFile
} from "../spreadsheet/MappingOverrides.js"
import { isDateFormat } from "../spreadsheet/readFormat.js"
import { unreadable } from "../spreadsheet/spool.js"
import { UsageError } from "../terminal/failures.js"

/** The options of `boardwright import`. */
export interface ImportFlags {
  readonly board: string | undefined
  readonly workspace: string | undefined
  readonly map: ReadonlyArray<string> | undefined
  readonly mapping: string | undefined
  readonly nameColumn: string | undefined
  readonly groupColumn: string | undefined
  readonly dateFormat: string | undefined
  readonly numberFormat: MappingOverrides["numberFormat"] | undefined
  readonly timeZone: string | undefined
  readonly delimiter: string | undefined
  readonly encoding: NonNullable<SheetOptions["encoding"]> | undefined
  readonly sheet: string | undefined
  readonly noHeader: boolean | undefined
  readonly rejects: string | undefined
  readonly force: boolean | undefined
  readonly dryRun: boolean | undefined
  readonly yes: boolean | undefined
  readonly as: string | undefined
  readonly json: boolean | undefined
}

/** The options of `boardwright import` with its argument. */
export interface ImportOptions extends ImportFlags {
  readonly file: string
}

const given = <A extends object>(record: A) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    readonly [Key in keyof A]?: Exclude<A[Key], undefined>
  }

/** The name of the board: `--board`, else the file's name without folder and extension. */
export const boardName = ({ board, file }: ImportOptions): Effect.Effect<string, UsageError> => {
  if (board !== undefined) return Effect.succeed(board)
  return file === "-"
    ? new UsageError({ message: "--board is missing: standard input has no name" })
    : Effect.succeed(basename(file, extname(file)))
}

const delimiterOf = (written: string): Effect.Effect<string, UsageError> => {
  const delimiter = ["tab", "\\t"].includes(written.toLowerCase()) ? "\t" : written
  return delimiter.length === 1 && !/["\r\n]/.test(delimiter)
    ? Effect.succeed(delimiter)
    : new UsageError({ message: `--delimiter must be one character, or tab, not "${written}"` })
}

/** How the file is to be read. */
export const sheetOptions = Effect.fnUntraced(function* ({ delimiter, encoding, noHeader, sheet }: ImportOptions) {
  const options: SheetOptions = {
    ...given({ encoding, sheet, header: noHeader === true ? ("none" as const) : undefined }),
    ...(delimiter === undefined ? {} : { delimiter: yield* delimiterOf(delimiter) })
  }
  return options
})

const FORMATS: Readonly<Record<Sheet["format"], string>> = {
  csv: "text",
  json: "JSON",
  ndjson: "JSON",
  xlsx: "an Excel file"
}

/** The options for files of some formats only. */
const ONLY_FOR = [
  ["sheet", "--sheet is for Excel files", ["xlsx"]],
  ["delimiter", "--delimiter is for text", ["csv"]],
  ["encoding", "--encoding is for text and JSON", ["csv", "json", "ndjson"]],
  ["noHeader", "--no-header is for text and Excel files", ["csv", "xlsx"]]
] as const satisfies ReadonlyArray<readonly [keyof ImportFlags, string, ReadonlyArray<Sheet["format"]>]>

/** Fails with a `UsageError` for an option that has no effect on a file of this format. */
export const refuseUnused = (
  { file, format }: Pick<Sheet, "file" | "format">,
  options: ImportOptions
): Effect.Effect<void, UsageError> => {
  const unused = ONLY_FOR.find(
    ([option, , formats]) => options[option] !== undefined && !formats.some((each) => each === format)
  )
  return unused === undefined
    ? Effect.void
    : new UsageError({ message: `${unused[1]}, and ${file} is ${FORMATS[format]}` })
}

/** Whether an option says which column is what. */
export const namesColumns = ({ groupColumn, map = [], mapping, nameColumn }: ImportOptions): boolean =>
  map.length > 0 || [mapping, nameColumn, groupColumn].some((option) => option !== undefined)

const readMappingFile = (path: string) =>
  Effect.flatMap(Effect.tryPromise({ try: () => readFile(path, "utf8"), catch: unreadable(path) }), (content) =>
    parseMappingFile(content, path)
  )

/**
 * What the columns become: options override the file of `--mapping`. Fails with `MappingRefused`, `FileUnreadable` or
 * `UsageError`.
 */
export const readOverrides = Effect.fnUntraced(function* (options: ImportOptions) {
  const { dateFormat, groupColumn, map = [], mapping, nameColumn, numberFormat, timeZone } = options
  if (dateFormat !== undefined && !isDateFormat(dateFormat))
    return yield* new UsageError({ message: `--date-format ${DATE_FORMAT_RULE}, not "${dateFormat}"` })
  const file: MappingOverrides = mapping === undefined ? {} : yield* readMappingFile(mapping)
  const columns = yield* Effect.forEach(map, parseMapOption)
  const overrides: MappingOverrides = {
    ...file,
    columns: { ...file.columns, ...Object.fromEntries(columns) },
    ...given({ name: nameColumn, group: groupColumn, dateFormat, numberFormat, timeZone })
  }
  return overrides
})
