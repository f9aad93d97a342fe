import type { Archive } from "@boardwright/core"
import { Chunk, Stream } from "effect"
import { boardAsCsv } from "./boardAsCsv.js"

/** A board as it is exported. */
export interface ExportedBoard<E, R> {
  readonly archive: Archive.ArchiveHeader
  readonly tasks: Stream.Stream<Archive.ArchivedTask, E, R>
}

const lines = <E, R>(
  tasks: Stream.Stream<Archive.ArchivedTask, E, R>,
  line: (task: Archive.ArchivedTask) => string
): Stream.Stream<string, E, R> =>
  Stream.mapChunks(tasks, (page) =>
    Chunk.isEmpty(page) ? Chunk.empty() : Chunk.of(Chunk.join(Chunk.map(page, line), ""))
  )

/** A board as one JSON text with everything in it: a line for the board, then one for each task. */
export const jsonText = <E, R>({ archive, tasks }: ExportedBoard<E, R>): Stream.Stream<string, E, R> => {
  const head = `${JSON.stringify(archive).slice(0, -1)},"tasks":[`
  const tasksText = Stream.suspend(() => {
    let isFirst = true
    return lines(tasks, (task) => {
      const comma = isFirst ? "" : ","
      isFirst = false
      return `${comma}\n${JSON.stringify(task)}`
    })
  })
  return Stream.concat(Stream.concat(Stream.make(head), tasksText), Stream.make("\n]}\n"))
}

/** A board's tasks as CSV, in UTF-8; with a byte order mark for Excel, which else takes it for another encoding. */
export const csvText = <E, R>({ archive, tasks }: ExportedBoard<E, R>, bom: boolean): Stream.Stream<string, E, R> => {
  const { header, line } = boardAsCsv(archive)
  return Stream.concat(Stream.make((bom ? "\ufeff" : "") + header), lines(tasks, line))
}
