import { Data, Effect, ParseResult, Schema } from "effect"
import { NumberFormat } from "./numberShape.js"

/**
 * What becomes of a column when it is said and not inferred. `type` is any label of a board column (`status`, `priority`
 * and `date` fill the task's own fields), `skip` leaves the column out.
 */
export const ColumnOverride = Schema.Struct({
  type: Schema.optionalWith(Schema.NonEmptyTrimmedString.pipe(Schema.maxLength(50)), { exact: true }),
  /** What the board calls the column. */
  name: Schema.optionalWith(Schema.NonEmptyTrimmedString, { exact: true }),
  /** `day-first`, `month-first`, or a format in Luxon's tokens, as `dd.MM.yyyy HH:mm`. */
  dateFormat: Schema.optionalWith(Schema.NonEmptyString, { exact: true }),
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
  dateFormat: Schema.optionalWith(Schema.NonEmptyString, { exact: true }),
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
    Effect.flatMap(decode),
    Effect.catchTag("ParseError", (error) => {
      const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
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
