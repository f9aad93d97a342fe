import { Board, Import } from "@boardwright/core"
import {
  type Mapping,
  type MappingChoices,
  NUMBER_FORMATS,
  ownChoices,
  shown,
  TASK_PARTS
} from "@boardwright/spreadsheet"
import { Data, Effect, ParseResult, Predicate, Schema } from "effect"
import { didYouMean, nearest } from "../nearest.js"
import { isDateFormat } from "./readFormat.js"

const NumberFormat = Schema.Literal(...NUMBER_FORMATS)

export const DATE_FORMAT_RULE = "must be day-first, month-first, or a format of a whole date such as dd.MM.yyyy"

/** `day-first`, `month-first`, or a format in Luxon's tokens, as `dd.MM.yyyy HH:mm`. */
const DateFormat = Schema.NonEmptyString.pipe(Schema.filter((format) => isDateFormat(format) || DATE_FORMAT_RULE))

/**
 * What becomes of a column when it is said and not inferred. `type` is any label of a board column (`status`, `priority`
 * and `date` fill the task's own fields) or a part of the task (`assignees`, `description`, `checklist`, `parent`); `done`
 * says which tasks are done; `skip` leaves the column out.
 */
export const ColumnOverride = Schema.Struct({
  type: Schema.optionalWith(Schema.NonEmptyTrimmedString.pipe(Schema.maxLength(50)), { exact: true }),
  /** What the board calls the column. */
  name: Schema.optionalWith(Schema.NonEmptyTrimmedString, { exact: true }),
  dateFormat: Schema.optionalWith(DateFormat, { exact: true }),
  numberFormat: Schema.optionalWith(NumberFormat, { exact: true })
})
export type ColumnOverride = typeof ColumnOverride.Type

/**
 * What is said of a sheet's columns, by header; also the shape of the file that `--mapping` names. A column is described
 * by its type alone or by an object:
 *
 *     { "name": "Aufgabe", "group": "Bereich", "timeZone": "Europe/Berlin",
 *       "columns": { "Due": "date", "Cost": { "type": "number", "numberFormat": "1.234,56" }, "Notes": "skip" } }
 *
 * `group: null` says that there is no group column.
 */
export const MappingOverrides = Schema.Struct({
  name: Schema.optionalWith(Schema.String, { exact: true }),
  group: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }),
  columns: Schema.optionalWith(
    Schema.Record({
      key: Schema.String,
      value: Schema.Union(
        Schema.transform(Schema.NonEmptyTrimmedString, ColumnOverride, {
          strict: true,
          decode: (type) => ({ type }),
          encode: ({ type }) => type ?? ""
        }),
        ColumnOverride
      )
    }),
    { exact: true }
  ),
  /** For the columns that say nothing of their own. */
  dateFormat: Schema.optionalWith(DateFormat, { exact: true }),
  numberFormat: Schema.optionalWith(NumberFormat, { exact: true }),
  /** The zone of times that name none, by default UTC. */
  timeZone: Schema.optionalWith(Schema.NonEmptyString, { exact: true })
})
export type MappingOverrides = typeof MappingOverrides.Type

/** What was said of the columns does not fit the file, or itself. `message` is one line. */
export class MappingRefused extends Data.TaggedError("MappingRefused")<{ readonly message: string }> {}

const decode = Schema.decodeUnknown(MappingOverrides, { onExcessProperty: "error" })

/** Reads the text of a mapping file. Fails with `MappingRefused`, which names the file. */
export const parseMappingFile = (text: string, file: string): Effect.Effect<MappingOverrides, MappingRefused> =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => new MappingRefused({ message: `${file}: is not JSON` })
  }).pipe(
    Effect.filterOrFail(Predicate.isRecord, () => new MappingRefused({ message: `${file}: must be a JSON object` })),
    Effect.flatMap(decode),
    Effect.catchTag("ParseError", (error) => {
      // Of the shapes that a column can have, what was meant is the one that fits furthest.
      const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error).toSorted(
        (one, other) => other.path.length - one.path.length
      )
      return new MappingRefused({ message: `${file}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}` })
    })
  )

/** Reads `HEADER=TYPE`; the header may hold `=`. Fails with `MappingRefused`. */
export const parseMapOption = (
  option: string
): Effect.Effect<readonly [header: string, override: ColumnOverride], MappingRefused> => {
  const at = option.lastIndexOf("=")
  const [header, type] = [option.slice(0, at).trim(), option.slice(at + 1).trim()]
  return at < 1 || header === "" || type === ""
    ? new MappingRefused({ message: `--map ${JSON.stringify(option)}: must be "HEADER=TYPE", as "Due=date"` })
    : Effect.succeed([header, { type }] as const)
}

const TYPES = [...Board.CELL_TYPE_NAMES, "text", "long text", "timestamp", "done", "skip", ...TASK_PARTS]

/** A line for each column that is text only because no type has the name that it was given. */
export const unknownTypes = ({ columns = {} }: MappingOverrides): ReadonlyArray<string> =>
  Object.entries(columns).flatMap(([header, { type = "text" }]) =>
    TYPES.includes(type.toLowerCase())
      ? []
      : [`${shown(header)} becomes text: no type is called ${shown(type)}${didYouMean(type, TYPES)}`]
  )

const indexOf = (
  header: string,
  headers: ReadonlyArray<string>,
  option: string
): Effect.Effect<number, MappingRefused> => {
  const exact = headers.indexOf(header)
  const loose = headers.map(Board.foldLabel).indexOf(Board.foldLabel(header))
  const index = exact === -1 ? loose : exact
  if (index !== -1) return Effect.succeed(index)
  const near = nearest(header, headers)
  const names = (near.length === 0 ? headers.slice(0, 10) : near).map((name) => JSON.stringify(name)).join(", ")
  const hint = `${near.length === 0 ? "the columns are" : "did you mean"} ${names}${near.length === 0 ? "" : "?"}`
  return new MappingRefused({ message: `${option}: there is no column ${JSON.stringify(header)}; ${hint}` })
}

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== ""
  } catch {
    return false
  }
}

/**
 * The columns that overrides name, by index, besides what the headers of an exported sheet say. Fails with `MappingRefused` for headers that the sheet does not have, with
 * the most similar ones, and for contradictions.
 */
export const choicesOf = Effect.fnUntraced(function* (
  { columns = {}, group, name, timeZone, ...formats }: MappingOverrides,
  headers: ReadonlyArray<string>
) {
  const byIndex = new Map(ownChoices(headers))
  for (const [header, override] of Object.entries(columns)) {
    const index = yield* indexOf(header, headers, "--map")
    byIndex.set(index, { ...byIndex.get(index), ...override })
  }
  const nameIndex = name === undefined ? undefined : yield* indexOf(name, headers, "--name-column")
  const groupIndex = typeof group === "string" ? yield* indexOf(group, headers, "--group-column") : group
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    const message = `--time-zone: there is no time zone ${JSON.stringify(timeZone)}; an example is Europe/Berlin`
    return yield* new MappingRefused({ message })
  }
  const choices: MappingChoices = {
    ...formats,
    columns: byIndex,
    ...(nameIndex === undefined ? {} : { nameIndex }),
    ...(groupIndex === undefined ? {} : { groupIndex }),
    ...(timeZone === undefined ? {} : { timeZone })
  }
  return choices
})

/**
 * Refuses a mapping that no board can be made of: its names are in a column that is skipped, or it has more columns than
 * a board. Fails with `MappingRefused`.
 */
export const checkMapping = (
  { columns, nameIndex }: Mapping,
  choices: MappingChoices
): Effect.Effect<void, MappingRefused> => {
  if (choices.columns?.get(nameIndex)?.type?.toLowerCase() === "skip") {
    return new MappingRefused({ message: "the tasks' names are in a column that is skipped" })
  }
  if (columns.length < Import.MAX_COLUMNS) return Effect.void
  const message = `the file has ${columns.length + 1} columns that are not blank; the most is ${Import.MAX_COLUMNS}`
  return new MappingRefused({ message: `${message}: leave some out with --map "HEADER=skip"` })
}
