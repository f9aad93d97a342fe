import { type Codec, count, flag, json, real, text, timestamp } from "./codecs.js"
import type { Dialect } from "./Database.js"
import { numberOf } from "./migrate.js"
import { steps, type Words } from "./migrations/index.js"

const isText = (value: unknown): boolean => typeof value === "string"
const isNumber = (value: unknown): boolean => typeof value === "number"
const isInteger = (value: unknown): boolean => Number.isSafeInteger(value)

/** How a value of each kind of column is stored, and its form in a dump: what the codec decodes. */
const FORMS: Readonly<Record<string, Omit<DumpColumn, "name">>> = {
  id: { codec: text(), accepts: isText, isOrdered: true },
  rank: { codec: text(), accepts: isText, isOrdered: true },
  text: { codec: text(), accepts: isText },
  timestamp: { codec: timestamp, accepts: isText },
  json: { codec: json<unknown>(), accepts: () => true },
  flag: { codec: flag, accepts: (value) => typeof value === "boolean" },
  real: { codec: real, accepts: isNumber },
  integer: { codec: count, accepts: isInteger, isOrdered: true },
  serial: { codec: count, accepts: isInteger, isOrdered: true },
  position: { codec: count, accepts: isInteger, isOrdered: true }
}

/** Words that make a migration name the kind of each column. */
const KINDS: Words = {
  id: "id",
  rank: "rank",
  text: "text",
  timestamp: "timestamp",
  json: "json",
  flag: "flag",
  real: "real",
  integer: "integer",
  serial: "serial",
  commitOrder: "position",
  strict: "",
  clustered: "",
  unlogged: "unlogged",
  dependencies: "(dependencies)",
  wordSet: null
}

export const CHANGE = "boardwright_change"
export const FEED_TABLE = "boardwright_feed"
export const CONSUMER_TABLE = "boardwright_consumer"

/** The tables that are not in a dump, with the reason. */
export const OMITTED_TABLES: Readonly<Record<string, string>> = {
  boardwright_migrations: "the header has the number of the newest",
  boardwright_rate_count: "counts of the current minute",
  boardwright_throttle: "counts of the current hour",
  boardwright_state: "facts about this database",
  boardwright_search: "how far the index of texts is",
  boardwright_search_board: "how far the index of texts is",
  boardwright_search_entry: "made from the texts",
  boardwright_search_text: "made from the texts"
}

/** The columns that are not in a dump, with the reason. */
export const OMITTED_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [CHANGE]: { id: "the position, from a load on", size: "computed" },
  [FEED_TABLE]: { id: "there is one row", epoch: "new after a load", binding: "names this database" },
  boardwright_mail_job: { leased_until: "a lease of a running server" },
  boardwright_webhook_delivery: { leased_until: "a lease of a running server" }
}

export interface DumpColumn {
  readonly name: string
  readonly codec: Codec<unknown>
  /** Whether a value of a dump, if it is not null, has the form of the column's. */
  readonly accepts: (value: unknown) => boolean
  /** Whether both databases order it alike: texts byte by byte. */
  readonly isOrdered?: boolean
}

/** A table as it is dumped. */
export interface DumpTable {
  readonly name: string
  readonly columns: ReadonlyArray<DumpColumn>
  /** The columns by which its rows are ordered, of which no two rows have the same values. */
  readonly key: ReadonlyArray<string>
}

interface Declared {
  readonly columns: Array<DumpColumn>
  key: ReadonlyArray<string>
}

const columnOf = (declaration: string): DumpColumn => {
  const [name = "", kind = ""] = declaration.split(/[\s,]+/)
  const form = FORMS[kind]
  if (form === undefined) throw new Error(`a migration declares a column that cannot be dumped: ${declaration}`)
  return { name, ...form }
}

const declare = (lines: ReadonlyArray<string>): Declared => {
  const table: Declared = { columns: [], key: [] }
  for (const line of lines) {
    const [, key] = /^primary key \((.*)\)/.exec(line) ?? []
    if (key !== undefined) table.key = key.split(", ")
    else if (!/^(unique|foreign key) /.test(line)) {
      table.columns.push(columnOf(line))
      if (line.includes(" primary key")) table.key = [line.split(" ")[0] ?? ""]
    }
  }
  return table
}

const readStatement = (tables: Map<string, Declared>, statement: string): void => {
  const [opening = "", made] = /^create (?:unlogged )?table (\w+) \(\n/.exec(statement) ?? []
  if (made !== undefined) {
    const lines = statement.slice(opening.length, statement.lastIndexOf("\n")).split("\n")
    tables.set(made, declare(lines.map((line) => line.trim())))
    return
  }
  const [, changed = "", column] = /^alter table (\w+) add column (.*)$/.exec(statement) ?? []
  if (column !== undefined) tables.get(changed)?.columns.push(columnOf(column))
  else if (
    !/^(create (unique )?(index|statistics|trigger|virtual table)|drop (index|table)|insert into|alter table \w+ rename to) /.test(
      statement
    )
  )
    throw new Error(`a migration contains a statement that the dump does not know: ${statement}`)
}

/** The tables of a dump of a database with the migrations up to number `schema`: those that others refer to come first. */
export const dumpTables = (schema: number): ReadonlyArray<DumpTable> => {
  const declared = new Map<string, Declared>()
  for (const [name, step] of Object.entries(steps))
    if (numberOf(name) <= schema) for (const statement of step(KINDS)) readStatement(declared, statement)
  const tables = [...declared].map(([name, { columns, key }]): DumpTable => {
    const omitted = OMITTED_COLUMNS[name] ?? {}
    return {
      name,
      columns: columns.filter((column) => !(column.name in omitted)),
      key: name === CHANGE ? ["position"] : key
    }
  })
  return tables.filter(({ name }) => !(name in OMITTED_TABLES))
}

/** The name in the database of a column of a dump: in SQLite the position of a change is its id. */
export const storedName = (table: string, column: string, dialect: Dialect): string =>
  dialect === "sqlite" && table === CHANGE && column === "position" ? "id" : column
