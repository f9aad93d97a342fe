import { extname } from "node:path"
import { Args, Command, Options } from "@effect/cli"
import { Archive } from "@boardwright/core"
import { Effect, Option, Stream } from "effect"
import { csvText, jsonText } from "../boards/boardText.js"
import { findBoard } from "../boards/findBoard.js"
import { UsageError } from "../terminal/failures.js"
import { mayReplace } from "../terminal/openDraft.js"
import { note, oneLine } from "../terminal/print.js"
import { type Progress, withProgress } from "../terminal/progress.js"
import { as, withApp } from "../terminal/withApp.js"
import { writeOutput } from "../terminal/writeOutput.js"

const options = {
  board: Args.text({ name: "BOARD" }).pipe(Args.withDescription("A board's id, or its name")),
  format: Options.choice("format", ["csv", "json"]).pipe(
    Options.optional,
    Options.withDescription(
      "json holds everything and is restored by import; csv holds the tasks with their own fields and columns; else as FILE ends"
    )
  ),
  output: Options.text("output").pipe(
    Options.withAlias("o"),
    Options.withPseudoName("FILE"),
    Options.withDefault("-"),
    Options.withDescription("Where it is written; - is standard output, which it is unless said")
  ),
  bom: Options.boolean("bom").pipe(Options.withDescription("Begin CSV with a byte order mark, which Excel needs")),
  force: Options.boolean("force").pipe(Options.withDescription("Replace FILE where there is one")),
  as
}

type Words = Effect.Effect.Success<ReturnType<typeof read>>

const usage = (message: string) => new UsageError({ message, help: "boardwright export" })

const read = Effect.fnUntraced(function* (given: {
  readonly board: string
  readonly format: Option.Option<"csv" | "json">
  readonly output: string
  readonly bom: boolean
  readonly force: boolean
  readonly as: Option.Option<string>
}) {
  const ending = extname(given.output).slice(1).toLowerCase()
  const format = Option.getOrNull(given.format) ?? (ending === "csv" || ending === "json" ? ending : null)
  if (format === null) return yield* usage("--format is missing: csv or json")
  if (given.bom && format === "json") return yield* usage("--bom is for CSV")
  return { ...given, format }
})

const counted = <A, E, R>(stream: Stream.Stream<A, E, R>, progress: Progress) => {
  let count = 0
  const counting = Stream.mapChunks(stream, (chunk) => {
    progress((count += chunk.length))
    return chunk
  })
  return { stream: counting, count: () => count }
}

const write = Effect.fnUntraced(function* ({ board, bom, format, output }: Words) {
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
export const exportCommand = Command.make("export", options, (given) =>
  Effect.gen(function* () {
    const words = yield* read(given)
    if (words.output !== "-") yield* mayReplace(words.output, words.force)
    yield* withApp(write(words), words.as)
  })
)
