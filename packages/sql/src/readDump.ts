import {
  type Digest,
  type DumpEnd,
  type DumpHeader,
  DumpRejected,
  type DumpTableLine,
  FORMAT,
  VERSION
} from "./dumpFormat.js"
import { type DumpTable, dumpTables } from "./dumpTables.js"
import { known } from "./migrate.js"

/** Characters of a line, which holds one row. */
const LONGEST_LINE = 64 * 1024 * 1024

/** Rows of one table, in the order of its columns. */
export interface DumpRows {
  readonly table: DumpTable
  readonly rows: Array<ReadonlyArray<unknown>>
}

const NO_DUMP = "is not a dump of Boardwright"

const parse = (line: string, number: number): unknown => {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new DumpRejected({ message: number === 1 ? NO_DUMP : `is damaged: line ${number} is not JSON`, cause })
  }
}

const headerOf = (line: string): DumpHeader => {
  const { format, schema, version } = Object(parse(line, 1)) as Partial<Record<keyof DumpHeader, unknown>>
  if (format !== FORMAT || typeof schema !== "number") throw new DumpRejected({ message: NO_DUMP })
  if (version !== VERSION || schema > known) {
    const newer = `its version is ${String(version)} with schema ${schema}, this one reads ${VERSION} with ${known}`
    throw new DumpRejected({ message: `was written by a newer version of Boardwright (${newer})` })
  }
  return parse(line, 1) as DumpHeader
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Reads a dump piece by piece and checks its form; the throws are all `DumpRejected`. */
export class DumpReader {
  header: DumpHeader | null = null
  #pending: Array<DumpRows> = []
  #size = 0
  #tables: ReadonlyArray<DumpTable> = []
  #current: DumpTable | null = null
  #next = 0
  #rest = ""
  #line = 0
  #counts: Record<string, number> = {}
  #end: DumpEnd | null = null

  constructor(readonly digest: Digest) {}

  /** How many characters of rows were read and not taken. */
  get size(): number {
    return this.#size
  }

  /** The rows that were read since they were last taken. */
  takeRows(): ReadonlyArray<DumpRows> {
    const taken = this.#pending
    this.#pending = this.#current === null ? [] : [{ table: this.#current, rows: [] }]
    this.#size = 0
    return taken
  }

  /** Reads the next piece of the text. */
  take(text: string): void {
    const lines = (this.#rest + text).split("\n")
    this.#rest = lines.pop() ?? ""
    for (const line of lines) this.#read(line)
    if (this.#rest.length > LONGEST_LINE) this.#refuse("is longer than any that a dump has")
  }

  /** Checks that the text was complete. */
  finish(): void {
    if (this.header === null) throw new DumpRejected({ message: NO_DUMP })
    const end = this.#end
    if (end === null || this.#rest !== "")
      throw new DumpRejected({ message: `is cut off after line ${this.#line}, or was not written to its end` })
    if (this.#next < this.#tables.length || !isSame(end.counts, this.#counts))
      throw new DumpRejected({ message: "is damaged: its numbers of rows are not those in its last line" })
    if (end.sha256 !== this.digest.hex())
      throw new DumpRejected({ message: "is damaged: its checksum is not that of its content" })
  }

  #refuse(reason: string): never {
    throw new DumpRejected({ message: `is damaged: line ${this.#line} ${reason}` })
  }

  #read(line: string): void {
    this.#line++
    if (this.#end !== null) this.#refuse("comes after the last one")
    if (this.header === null) {
      this.header = headerOf(line)
      this.#tables = dumpTables(this.header.schema)
      return
    }
    const value = parse(line, this.#line)
    if (Array.isArray(value)) this.#readRow(value, line.length)
    else if (typeof value === "object" && value !== null && "sha256" in value) {
      this.#end = value as DumpEnd
      return
    } else this.#readTable(value)
    this.digest.update(`${line}\n`)
  }

  #readTable(line: unknown): void {
    const table = this.#tables[this.#next++]
    if (table === undefined) this.#refuse("names a table too many")
    const expected: DumpTableLine = { table: table.name, columns: table.columns.map(({ name }) => name) }
    if (!isSame(line, expected)) this.#refuse(`does not name ${table.name} and its columns`)
    this.#current = table
    this.#counts[table.name] = 0
    this.#pending.push({ table, rows: [] })
  }

  #readRow(row: ReadonlyArray<unknown>, size: number): void {
    const table = this.#current
    const isRow = table !== null && row.length === table.columns.length
    if (!isRow || !table.columns.every(({ accepts }, at) => row[at] === null || accepts(row[at])))
      this.#refuse("is not a row of its table")
    this.#size += size
    this.#counts[table.name] = (this.#counts[table.name] ?? 0) + 1
    this.#pending.at(-1)?.rows.push(row)
  }
}
