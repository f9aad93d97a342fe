import { Effect } from "effect"
import { nullable } from "./codecs.js"
import { type Digest, type DumpConnection, type DumpEnd, type DumpHeader, FORMAT, VERSION } from "./dumpFormat.js"
import { CHANGE, CONSUMER_TABLE, type DumpTable, dumpTables, FEED_TABLE, storedName } from "./dumpTables.js"
import { schemaOf } from "./dumpSchema.js"
import { known, SchemaMismatch } from "./migrate.js"

const PAGE = 500

/** How a dump is written. */
export interface Written<E> {
  readonly at: string
  readonly digest: Digest
  /** Writes lines. */
  readonly write: (lines: string) => Effect.Effect<void, E>
  /** Receives the number of rows so far. */
  readonly progress: (rows: number) => void
}

/** Where the rows of a table are read, by a key of integers or texts. */
interface Selection {
  readonly table: DumpTable
  readonly key: ReadonlyArray<string>
  readonly condition?: string
}

const selected = (table: string, column: string, { dialect }: DumpConnection): string => {
  // A consumer that is in the feed's epoch is in the new one after a load, where all positions are the same.
  if (table === CONSUMER_TABLE && column === "epoch")
    return `coalesce(nullif(epoch, (select epoch from ${FEED_TABLE})), '')`
  return storedName(table, column, dialect)
}

/** Reads rows by pages of their key, each with the key at its end, which takes no memory for the rest. */
const eachPage = Effect.fnUntraced(function* <E>(
  connection: DumpConnection,
  { condition, key, table }: Selection,
  use: (rows: ReadonlyArray<ReadonlyArray<unknown>>) => Effect.Effect<void, E>
) {
  const shown = [...table.columns.map(({ name }) => selected(table.name, name, connection)), ...key].join(", ")
  const places = key.map((_, at) => (connection.dialect === "pg" ? `$${at + 1}` : "?"))
  const isAfter = `(${key.join(", ")}) > (${places.join(", ")})`
  const text = (conditions: ReadonlyArray<string | undefined>) => {
    const all = conditions.filter((each) => each !== undefined)
    const where = all.length === 0 ? "" : `where ${all.join(" and ")}`
    return `select ${shown} from ${table.name} ${where} order by ${key.join(", ")} limit ${PAGE}`
  }
  let rows = yield* connection.query(text([condition]))
  while (rows.length > 0) {
    yield* use(rows)
    if (rows.length < PAGE) return
    rows = yield* connection.query(text([condition, isAfter]), rows.at(-1)?.slice(table.columns.length))
  }
})

/** The highest id of a change, which no change may get again. */
const lastIdOf = (connection: DumpConnection) =>
  Effect.map(connection.query(`select coalesce(max(id), 0) from ${CHANGE}`), ([row]) => Number(row?.[0]))

/** The position of the last change that was placed. */
const headOf = (connection: DumpConnection) => {
  const text =
    connection.dialect === "pg"
      ? `select coalesce(max(position), 0) from ${FEED_TABLE}`
      : `select coalesce(max(seq), 0) from sqlite_sequence where name = '${CHANGE}'`
  return Effect.map(connection.query(text), ([row]) => Number(row?.[0]))
}

/**
 * Writes a dump of what the connection reads, which is one snapshot. Returns the number of rows. Fails with
 * `SchemaMismatch` if it is no database of Boardwright or a newer one.
 */
export const writeDump = Effect.fnUntraced(function* <E>(
  connection: DumpConnection,
  { at, digest, progress, write }: Written<E>
) {
  const { dialect } = connection
  const schema = (yield* schemaOf(connection)) ?? 0
  if (schema === 0 || schema > known) return yield* new SchemaMismatch({ found: schema, known })
  const tables = dumpTables(schema)
  const from = dialect === "pg" ? "PostgreSQL" : "SQLite"
  const header: DumpHeader = { format: FORMAT, version: VERSION, schema, at, from }
  yield* write(`${JSON.stringify(header)}\n`)
  const writeBody = (lines: string) => {
    digest.update(lines)
    return write(lines)
  }
  const counts: Record<string, number> = {}
  let written = 0
  let head = tables.some(({ name }) => name === FEED_TABLE) ? yield* headOf(connection) : 0

  const writeRows = Effect.fnUntraced(function* (table: DumpTable, rows: ReadonlyArray<ReadonlyArray<unknown>>) {
    const codecs = table.columns.map(({ codec }) => nullable(codec))
    const lines = rows.map((row) => {
      const values = codecs.map((codec, at) => codec.decode(row[at], dialect) as unknown)
      return `${JSON.stringify(values)}\n`
    })
    counts[table.name] = (counts[table.name] ?? 0) + rows.length
    progress((written += rows.length))
    yield* writeBody(lines.join(""))
  })

  const writeChanges = Effect.fnUntraced(function* (table: DumpTable) {
    const position = table.columns.findIndex(({ name }) => name === "position")
    const key = [storedName(CHANGE, "position", dialect)]
    yield* eachPage(connection, { table, key, condition: `${key[0]} is not null` }, (rows) => writeRows(table, rows))
    if (dialect !== "pg") return
    // What is committed and not yet placed gets the positions that placing would give it.
    yield* eachPage(connection, { table, key: ["id"], condition: "position is null" }, (rows) =>
      writeRows(
        table,
        rows.map((row) => row.with(position, ++head))
      )
    )
  })

  for (const table of tables) {
    const { columns, key, name } = table
    counts[name] = 0
    yield* writeBody(`${JSON.stringify({ table: name, columns: columns.map(({ name }) => name) })}\n`)
    if (name === CHANGE) yield* writeChanges(table)
    // Positions go on after it, since they become the ids of changes.
    else if (name === FEED_TABLE) yield* writeRows(table, [[Math.max(head, yield* lastIdOf(connection))]])
    else yield* eachPage(connection, { table, key }, (rows) => writeRows(table, rows))
  }
  const end: DumpEnd = { counts, sha256: digest.hex() }
  yield* write(`${JSON.stringify(end)}\n`)
  return written
})
