import { readFile } from "node:fs/promises"
import { Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { type MappingOverrides, parseMapOption, parseMappingFile } from "../spreadsheet/MappingOverrides.js"
import { unreadable } from "../spreadsheet/spool.js"

const text = (name: string, value: string, description: string) =>
  Options.text(name).pipe(Options.withPseudoName(value), Options.optional, Options.withDescription(description))

/** The options that say what becomes of a sheet's columns. */
export const mappingOptions = {
  map: Options.text("map").pipe(
    Options.withPseudoName("HEADER=TYPE"),
    Options.repeated,
    Options.withDescription(
      'What a column becomes, such as "Due=date"; "Notes=description" and "Owner=assignees" go to the tasks\' own fields, "Notes=skip" leaves it out'
    )
  ),
  mapping: text("mapping", "FILE", "A JSON file that says what the columns become"),
  nameColumn: text("name-column", "HEADER", "The column of the tasks' names"),
  groupColumn: text("group-column", "HEADER", "The column of the tasks' groups"),
  dateFormat: text("date-format", "FORMAT", "day-first, month-first, or a format such as dd.MM.yyyy"),
  numberFormat: Options.choice("number-format", ["1,234.56", "1.234,56"]).pipe(
    Options.optional,
    Options.withDescription("How numbers are written")
  ),
  timeZone: text("time-zone", "ZONE", "The zone of times that name none, such as Europe/Berlin; else UTC")
}

/** What was said by these options. */
export interface MappingWords {
  readonly map: ReadonlyArray<string>
  readonly mapping: Option.Option<string>
  readonly nameColumn: Option.Option<string>
  readonly groupColumn: Option.Option<string>
  readonly dateFormat: Option.Option<string>
  readonly numberFormat: Option.Option<"1,234.56" | "1.234,56">
  readonly timeZone: Option.Option<string>
}

/** Whether something is said of which column is what. */
export const namesColumns = ({ groupColumn, map, mapping, nameColumn }: MappingWords): boolean =>
  map.length > 0 || [mapping, nameColumn, groupColumn].some(Option.isSome)

const readMappingFile = (path: string) =>
  Effect.flatMap(Effect.tryPromise({ try: () => readFile(path, "utf8"), catch: unreadable(path) }), (content) =>
    parseMappingFile(content, path)
  )

const given = <Name extends string, A>(name: Name, option: Option.Option<A>) =>
  Option.match(option, {
    onNone: (): { readonly [K in Name]?: A } => ({}),
    // A computed key is typed as any string.
    onSome: (value) => ({ [name]: value }) as { readonly [K in Name]?: A }
  })

/**
 * What the options say together; a single option goes before the file of `--mapping`. Fails with `MappingRefused` or
 * `FileUnreadable`.
 */
export const readOverrides = Effect.fnUntraced(function* (words: MappingWords) {
  const none: MappingOverrides = {}
  const file = Option.isSome(words.mapping) ? yield* readMappingFile(words.mapping.value) : none
  const columns = yield* Effect.forEach(words.map, parseMapOption)
  const overrides: MappingOverrides = {
    ...file,
    columns: { ...file.columns, ...Object.fromEntries(columns) },
    ...given("name", words.nameColumn),
    ...given("group", words.groupColumn),
    ...given("dateFormat", words.dateFormat),
    ...given("numberFormat", words.numberFormat),
    ...given("timeZone", words.timeZone)
  }
  return overrides
})
