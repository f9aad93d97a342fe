import {
  FileRefused,
  openSheet as openSheetFile,
  type Row,
  type Sheet as SheetOfFile,
  type SheetOptions,
  type Survey,
  surveyOf
} from "@boardwright/spreadsheet"
import { Chunk, Effect, type Scope, Stream } from "effect"
import { bytesOf, type FileUnreadable, type SheetSource, spool, unreadable } from "./spool.js"

/** A spreadsheet that was found to be readable; its rows are read from the beginning by each run of the stream. */
export interface Sheet extends Omit<SheetOfFile, "rows"> {
  readonly rows: Stream.Stream<Row, FileRefused | FileUnreadable>
}

/** What reading a file fails with. */
export const fileFault =
  (name: string) =>
  (cause: unknown): FileRefused | FileUnreadable =>
    cause instanceof FileRefused ? cause : unreadable(name)(cause)

/**
 * Opens a spreadsheet from anywhere. What is not a regular file is copied to a temporary one, which is removed with the
 * scope. Fails with `FileUnreadable`, or `FileRefused` with the place of the mistake.
 */
export const openSheet = (
  source: SheetSource,
  options: SheetOptions = {}
): Effect.Effect<Sheet, FileRefused | FileUnreadable, Scope.Scope> =>
  Effect.flatMap(spool(source), (file) => {
    const fault = fileFault(file.name)
    return Effect.map(
      Effect.tryPromise({ try: () => openSheetFile(bytesOf(file), options), catch: fault }),
      (sheet): Sheet => ({
        ...sheet,
        rows: Stream.suspend(() => Stream.fromAsyncIterable(sheet.rows(), fault)).pipe(
          Stream.mapConcatChunk((rows) => Chunk.unsafeFromArray([...rows]))
        )
      })
    )
  })

/** Reads a whole sheet once and gathers what its columns show. Fails as its rows do. */
export const survey = (sheet: Sheet): Effect.Effect<Survey, FileRefused | FileUnreadable> =>
  Effect.suspend(() => {
    const { add, found } = surveyOf(sheet.headers)
    const read = Stream.runForEachChunk(sheet.rows, (rows) =>
      Effect.sync(() => {
        for (const row of rows) add(row)
      })
    )
    return Effect.map(read, found)
  })
