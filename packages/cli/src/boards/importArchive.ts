import { Archive, type Values } from "@boardwright/core"
import { Chunk, Effect, Stream } from "effect"
import { shown } from "@boardwright/spreadsheet"
import { UsageError } from "../terminal/failures.js"
import { note, oneLine } from "../terminal/print.js"
import { confirmOrCancel } from "../terminal/prompt.js"
import { withProgress } from "../terminal/progress.js"
import { refusedAs } from "../terminal/withApp.js"
import type { BoardFile } from "./openBoardFile.js"
import { collectWarnings, type ImportReport } from "./ImportReport.js"
import { type ImportOptions, namesColumns } from "./importOptions.js"
import { type ReadArchive, readArchive } from "./readArchive.js"
import { PRINTED, reject } from "./refusals.js"

const taskOf = ([list, at]: ReadonlyArray<string>): number | null =>
  list === "tasks" && at !== undefined ? Number(at) : null

const valueAt = (task: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? (Reflect.get(value, key) as unknown) : undefined),
    task
  )

/** The tasks with these numbers, from 0. */
const tasksAt = ({ tasks }: ReadArchive, places: ReadonlySet<number>) =>
  tasks.pipe(
    Stream.zipWithIndex,
    Stream.filter(([, at]) => places.has(at)),
    Stream.take(places.size),
    Stream.runCollect,
    Effect.map((found) => new Map(Chunk.toReadonlyArray(found).map(([task, at]) => [at, task])))
  )

const isPrintable = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value)

/** The problems of an archive: one line each, with the line of the file and the value. */
const archiveRefusal = Effect.fnUntraced(function* ({ issues }: Values.InvalidInput, archive: ReadArchive) {
  const first = issues.slice(0, PRINTED)
  const places = new Set(first.flatMap(({ path }) => taskOf(path) ?? []))
  const tasks = places.size === 0 ? new Map<number, never>() : yield* tasksAt(archive, places)
  return first.map(({ message, path }) => {
    const at = taskOf(path)
    const read = at === null ? undefined : tasks.get(at)
    if (at === null || read === undefined) return `${path.join(".")}: ${message}`
    const field = path.slice(2)
    const value = valueAt(read.task, field)
    return `line ${read.line}, task ${at + 1}, ${field.join(".")}${isPrintable(value) ? `, ${shown(String(value))}` : ""}: ${message}`
  })
})

/** Opens an exported board. Fails with a `UsageError` if an option is for spreadsheets only. */
export const openArchive = Effect.fnUntraced(function* ({ file }: BoardFile, options: ImportOptions) {
  const { dateFormat, delimiter, encoding, noHeader, numberFormat, rejects, sheet, timeZone } = options
  const reading = [dateFormat, delimiter, encoding, noHeader, numberFormat, rejects, sheet, timeZone]
  if (namesColumns(options) || reading.some((option) => option !== undefined)) {
    const message = `${file.name} is an exported board: options for columns, cells, rows and sheets are for spreadsheets`
    return yield* new UsageError({ message })
  }
  return yield* readArchive(file)
})

/** Restores an exported board as a new one, or only checks it. Fails with `DataRejected` after reporting the problems. */
export const importArchive = Effect.fnUntraced(function* (
  archive: ReadArchive,
  workspaceId: string,
  file: string,
  { board: boardName, dryRun = false, yes = false }: ImportOptions
) {
  const warnings = collectWarnings()
  const name = boardName ?? String(valueAt(archive.header, ["board", "name"]))
  yield* note(`${oneLine(file)}: the exported board ${shown(name)}`)
  if (!dryRun) yield* confirmOrCancel(yes, "Restore it as a new board?")
  const { board, restored } = yield* withProgress("Importing", (progress) =>
    Archive.restoreBoard(
      { workspaceId, name: boardName },
      archive.header,
      Stream.map(archive.tasks, ({ task }) => task),
      {
        dryRun,
        onStored: (tasks) => Effect.sync(() => progress(tasks)),
        onWarning: ({ message, path, value }) =>
          Effect.sync(() => warnings.add({ line: null, column: path.join("."), value, message }))
      }
    )
  ).pipe(
    refusedAs({ name: "--board" }),
    Effect.catchTag("InvalidInput", (refusal) =>
      Effect.flatMap(archiveRefusal(refusal, archive), (lines) => reject(file, lines, refusal.issues.length))
    )
  )
  const report: ImportReport = {
    ...{ boardId: board?.id ?? null, name: board?.name ?? name, workspaceId },
    ...{ imported: restored, skipped: 0, warnings }
  }
  return { report, finish: Effect.void }
})
