import { Values } from "@boardwright/core"
import { Chunk, Effect, Stream } from "effect"
import { type FileRefused, type Row, shown } from "@boardwright/spreadsheet"
import type { MappingRefused } from "../spreadsheet/MappingOverrides.js"
import type { FileUnreadable } from "../spreadsheet/spool.js"
import { DataRejected, NoSuchThing, UsageError } from "../terminal/failures.js"
import { note, oneLine } from "../terminal/print.js"

/** Maximum number of problems that are printed. */
export const PRINTED = 20

/** Prints the first problems, and fails with their number. Nothing has been written. */
export const reject = (file: string, lines: ReadonlyArray<string>, total = lines.length) =>
  Effect.gen(function* () {
    for (const line of lines.slice(0, PRINTED)) yield* note(oneLine(line))
    const more = total > Values.MAX_ISSUES ? `more than ${Values.MAX_ISSUES}` : String(total)
    const count = total === 1 ? "1 problem" : `${more} problems`
    return yield* new DataRejected({ message: `${file}: ${count}; nothing was written` })
  })

/** Turns the errors of files and mappings into failures with an exit code. */
export const asExits = <A, E, R>(work: Effect.Effect<A, E | FileRefused | FileUnreadable | MappingRefused, R>) =>
  Effect.mapError(work, (failure) => {
    // The classes have these tags; E may be anything else.
    const known = failure as FileRefused | FileUnreadable | MappingRefused
    if (known._tag === "FileRefused") return new DataRejected({ message: known.message })
    if (known._tag === "FileUnreadable") return new NoSuchThing({ message: known.message })
    if (known._tag === "MappingRefused") return new UsageError({ message: known.message })
    return failure as Exclude<E, FileRefused | FileUnreadable | MappingRefused>
  })

/** The rows that begin in these lines. */
const rowsAt = <E>(rows: Stream.Stream<Row, E>, lines: ReadonlySet<number>) =>
  Effect.map(
    Stream.runCollect(
      Stream.take(
        Stream.filter(rows, ({ line }) => lines.has(line)),
        lines.size
      )
    ),
    (found) => new Map(Chunk.toReadonlyArray(found).map((row) => [row.line, row]))
  )

const lineOf = ([where = ""]: ReadonlyArray<string>): number => Number(/^line (\d+)$/.exec(where)?.[1] ?? 0)

/** The problems of a sheet, one line each, with the cells, which the core does not report. */
export const sheetRefusal = Effect.fnUntraced(function* <E>(
  { issues }: Values.InvalidInput,
  sheet: { readonly headers: ReadonlyArray<string>; readonly rows: Stream.Stream<Row, E> }
) {
  const first = issues.slice(0, PRINTED)
  const lines = new Set(first.map(({ path }) => lineOf(path)).filter((line) => line > 0))
  const rows = lines.size === 0 ? new Map<number, Row>() : yield* rowsAt(sheet.rows, lines)
  return first.map(({ message, path }) => {
    const line = lineOf(path)
    if (line === 0) return `${path.join(", ")} ${message}`
    const [, header] = path
    const cell = header === undefined ? undefined : rows.get(line)?.cells[sheet.headers.indexOf(header)]
    const where = header === undefined ? "" : `, column ${shown(header)}`
    return `line ${line}${where}${cell === undefined ? "" : `, ${shown(cell)}`}: ${message}`
  })
})
