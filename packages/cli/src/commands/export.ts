import { extname } from "node:path"
import { Archive } from "@boardwright/core"
import { BOARD_FORMATS, boardFile, type BoardFormat, csvText } from "@boardwright/spreadsheet/board-file"
import { Effect, Schema, Stream } from "effect"
import { findBoard } from "../boards/findByName.js"
import type { Ask } from "../remote/callServer.js"
import { boardOnServer } from "../remote/findOnServer.js"
import { withServer } from "../remote/withServer.js"
import { UsageError } from "../terminal/failures.js"
import { mayReplace, STDOUT, writeOutput } from "../terminal/openDraft.js"
import { note, oneLine } from "../terminal/print.js"
import { type Progress, withProgress } from "../terminal/progress.js"

interface ExportFlags {
  readonly format: BoardFormat | undefined
  readonly output: string | undefined
  readonly bom: boolean | undefined
  readonly force: boolean | undefined
  readonly as: string | undefined
}

const counted = <A, E, R>(stream: Stream.Stream<A, E, R>, progress: Progress) => {
  let count = 0
  const counting = Stream.mapChunks(stream, (chunk) => {
    progress((count += chunk.length))
    return chunk
  })
  return { stream: counting, count: () => count }
}

const isFormat = Schema.is(Schema.Literal(...BOARD_FORMATS))

const written = (name: string, output: string, count = "") =>
  output === STDOUT ? Effect.void : note(`Exported "${oneLine(name)}"${count}`)

const noteCut = (texts: number) => {
  const [were, them] = texts === 1 ? ["text was", "it"] : ["texts were", "them"]
  const why = "a cell of Excel holds at most 32,767 characters"
  return texts === 0 ? Effect.void : note(`${texts} ${were} cut: ${why}; CSV and JSON have ${them} whole`)
}

const formatMissing = new UsageError({ message: "--format is missing: csv, json or xlsx" })

const write = Effect.fnUntraced(function* (board: string, format: BoardFormat | null, output: string, bom: boolean) {
  const id = yield* findBoard(board)
  if (format === null) return yield* formatMissing
  const { archive, tasks } = yield* Archive.exportBoard(id)
  let cut = 0
  const count = yield* withProgress("Exporting", (progress) => {
    const { count, stream } = counted(tasks, progress)
    const exported = { archive, tasks: stream }
    const file = bom ? csvText(exported, true) : boardFile(exported, format, (texts) => (cut = texts))
    return Effect.map(writeOutput(output, file), count)
  })
  yield* written(archive.board.name, output, `: ${count} task${count === 1 ? "" : "s"}`)
  yield* noteCut(cut)
})

const BOM = "\ufeff"

const writeFromServer = (board: string, format: BoardFormat | null, output: string, bom: boolean) => (ask: Ask) =>
  Effect.gen(function* () {
    const { downloadBoard } = yield* Effect.promise(() => import("../remote/callServer.js"))
    const { id, name } = yield* boardOnServer(ask, board)
    if (format === null) return yield* formatMissing
    yield* withProgress("Exporting, bytes:", (progress) => {
      const file = downloadBoard(ask, id, format, progress)
      return writeOutput(output, bom ? Stream.concat(Stream.make(BOM), file) : file)
    })
    yield* written(name, output)
  })

/** `boardwright export BOARD`. */
export const exportBoard = Effect.fnUntraced(function* (flags: ExportFlags, board: string) {
  const { as, bom = false, force = false, output = STDOUT } = flags
  const ending = extname(output).slice(1).toLowerCase()
  const format = flags.format ?? (isFormat(ending) ? ending : null)
  if (format !== null && isFormat(ending) && ending !== format)
    return yield* new UsageError({ message: `--format is ${format}, but ${output} ends in ${ending}` })
  if (bom && format !== null && format !== "csv") return yield* new UsageError({ message: "--bom is for CSV" })
  if (force && output === STDOUT) return yield* new UsageError({ message: "--force is for a file: give --output FILE" })
  yield* mayReplace(output, force)
  const given = [board, format, output, bom] as const
  yield* withServer(write(...given), writeFromServer(...given), as)
})
