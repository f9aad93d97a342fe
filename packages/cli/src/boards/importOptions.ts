import { readFile } from "node:fs/promises"
import { basename, extname } from "node:path"
import { Effect } from "effect"
import type { SheetOptions } from "@boardwright/spreadsheet"
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
