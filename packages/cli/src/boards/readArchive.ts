import { decodeText, FileRefused, type JsonPart, jsonParts, parseElement } from "@boardwright/spreadsheet"
import { Chunk, Effect, Stream } from "effect"
import { fileFault } from "../spreadsheet/openSheet.js"
import { bytesOf, type FileUnreadable, type SpooledFile } from "../spreadsheet/spool.js"

/** A task of an archive, and the line of the file in which it begins. */
export interface ReadTask {
  readonly task: unknown
  readonly line: number
}

/** An exported board: everything but its tasks, and a stream of those that reads the file again each time. */
export interface ReadArchive {
  readonly header: unknown
  readonly tasks: Stream.Stream<ReadTask, FileRefused | FileUnreadable>
}

/** Longest field or task, in characters. */
const MAX_PART = 64 * 1024 * 1024

const TASKS = /^\s*"tasks"\s*:\s*$/

const partsOf = (file: SpooledFile, ...kinds: ReadonlyArray<JsonPart["kind"]>) =>
  Stream.suspend(() =>
    Stream.fromAsyncIterable(
      jsonParts(decodeText(bytesOf(file), "utf-8"), file.name, { list: TASKS, max: MAX_PART }),
      fileFault(file.name)
    )
  ).pipe(Stream.mapConcatChunk((parts) => Chunk.unsafeFromArray(parts.filter(({ kind }) => kinds.includes(kind)))))

const parsed = (file: SpooledFile, part: JsonPart, text: string) =>
  Effect.try({ try: () => parseElement({ line: part.line, text }, file.name), catch: fileFault(file.name) })

/** Reads an exported board, whose fields may be in any order. */
export const readArchive = (file: SpooledFile): Effect.Effect<ReadArchive, FileRefused | FileUnreadable> =>
  Effect.gen(function* () {
    const parts = Chunk.toReadonlyArray(yield* Stream.runCollect(partsOf(file, "part", "list")))
    const lists = parts.filter(({ kind }) => kind === "list")
    if (lists.length !== 1)
      return yield* Effect.fail(new FileRefused(file.name, `must have one list "tasks", and has ${lists.length}`))
    const fields = yield* Effect.forEach(
      parts.filter(({ kind }) => kind === "part"),
      (part) => parsed(file, part, `{${part.text}}`)
    )
    const header: unknown = Object.fromEntries(fields.flatMap((field) => Object.entries(field as object)))
    const tasks = Stream.mapEffect(partsOf(file, "element"), (part) =>
      Effect.map(parsed(file, part, part.text), (task): ReadTask => ({ task, line: part.line }))
    )
    return { header, tasks }
  })
