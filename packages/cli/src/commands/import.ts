import { Effect } from "effect"
import { type BoardFile, openBoardFile } from "../boards/openBoardFile.js"
import type { Ask } from "../remote/callServer.js"
import { workspaceOnServer } from "../remote/findOnServer.js"
import { withServer } from "../remote/withServer.js"
import { importOnServer } from "../boards/importOnServer.js"
import { findWorkspace } from "../boards/findByName.js"
import { importArchive, openArchive } from "../boards/importArchive.js"
import { printReport } from "../boards/ImportReport.js"
import type { ImportFlags, ImportOptions } from "../boards/importOptions.js"
import { importPlanned, openImported, planImported } from "../boards/importSheetFile.js"
import { asExits } from "../boards/refusals.js"
import { UsageError } from "../terminal/failures.js"

const sheetWork = Effect.fnUntraced(function* (file: BoardFile, options: ImportOptions) {
  const sheet = yield* openImported(file, options)
  const onDatabase = Effect.gen(function* () {
    const workspace = yield* findWorkspace(options.workspace)
    return yield* importPlanned(yield* planImported(sheet, options), workspace.id, options)
  })
  const onServer = Effect.fnUntraced(function* (ask: Ask) {
    const { id } = yield* workspaceOnServer(ask, options.workspace)
    return yield* importOnServer(ask, yield* planImported(sheet, options, false), id, options)
  })
  return yield* withServer(onDatabase, onServer, options.as)
})

const onlyOnDatabase = new UsageError({
  message: "an exported board is imported on the database only: unset BOARDWRIGHT_URL, or import it as CSV"
})

const archiveWork = Effect.fnUntraced(function* (file: BoardFile, options: ImportOptions) {
  const archive = yield* openArchive(file, options)
  const onDatabase = Effect.gen(function* () {
    const workspace = yield* findWorkspace(options.workspace)
    return yield* importArchive(archive, workspace.id, file.file.name, options)
  })
  return yield* withServer(onDatabase, () => onlyOnDatabase, options.as)
})

/** `boardwright import FILE|-`. */
export const importBoard = (flags: ImportFlags, path: string) =>
  Effect.gen(function* () {
    const options = { ...flags, file: path }
    if (flags.force === true && flags.rejects === undefined)
      return yield* new UsageError({ message: "--force goes with --rejects" })
    const file = yield* openBoardFile(path)
    // Problems of the file are reported before a database is opened or created.
    const { finish, report } =
      file.kind === "archive" ? yield* archiveWork(file, options) : yield* sheetWork(file, options)
    const advice = options.rejects === undefined ? "; --rejects FILE writes their rows" : ""
    yield* printReport(report, options.json === true, advice)
    yield* finish
  }).pipe(Effect.scoped, asExits)
