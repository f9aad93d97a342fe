import { extname } from "node:path"
import { Archive } from "@boardwright/core"
import { Effect, Stream } from "effect"
import { csvText, jsonText } from "../boards/boardText.js"
import { findBoard } from "../boards/findByName.js"
import { UsageError } from "../terminal/failures.js"
import { mayReplace, writeOutput } from "../terminal/openDraft.js"
import { note, oneLine } from "../terminal/print.js"
import { type Progress, withProgress } from "../terminal/progress.js"
import { withApp } from "../terminal/withApp.js"

interface ExportFlags {
  readonly format: "csv" | "json" | undefined
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

const write = Effect.fnUntraced(function* (board: string, format: "csv" | "json", output: string, bom: boolean) {
  const { archive, tasks } = yield* Archive.exportBoard(yield* findBoard(board))
  const count = yield* withProgress("Exporting", (progress) => {
    const { count, stream } = counted(tasks, progress)
    const exported = { archive, tasks: stream }
    const text = format === "csv" ? csvText(exported, bom) : jsonText(exported)
    return Effect.map(writeOutput(output, text), count)
  })
  if (output !== "-") yield* note(`Exported "${oneLine(archive.board.name)}": ${count} task${count === 1 ? "" : "s"}`)
})

/** `boardwright export BOARD`. */
export const exportBoard = Effect.fnUntraced(function* (flags: ExportFlags, board: string) {
  const { as, bom = false, force = false, output = "-" } = flags
  const ending = extname(output).slice(1).toLowerCase()
  const format = flags.format ?? (ending === "csv" || ending === "json" ? ending : null)
  if (format === null) return yield* new UsageError({ message: "--format is missing: csv or json" })
  if (bom && format === "json") return yield* new UsageError({ message: "--bom is for CSV" })
  if (output !== "-") yield* mayReplace(output, force)
  yield* withApp(write(board, format, output, bom), as)
})
