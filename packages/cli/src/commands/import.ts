import { Effect } from "effect"
import { type BoardFile, openBoardFile } from "../boards/openBoardFile.js"
import { findWorkspace } from "../boards/findByName.js"
import { importArchive, openArchive } from "../boards/importArchive.js"
import { printReport } from "../boards/ImportReport.js"
import type { ImportFlags, ImportOptions } from "../boards/importOptions.js"
import { importPlanned, openImported, planImported } from "../boards/importSheetFile.js"
import { asExits } from "../boards/refusals.js"
import { withApp } from "../terminal/withApp.js"

const sheetWork = Effect.fnUntraced(function* (file: BoardFile, options: ImportOptions) {
  const sheet = yield* openImported(file, options)
  return Effect.gen(function* () {
    const workspace = yield* findWorkspace(options.workspace)
    return yield* importPlanned(yield* planImported(sheet, options), workspace.id, options)
  })
})

const archiveWork = Effect.fnUntraced(function* (file: BoardFile, options: ImportOptions) {
  const archive = yield* openArchive(file, options)
  return Effect.gen(function* () {
    const workspace = yield* findWorkspace(options.workspace)
    return yield* importArchive(archive, workspace.id, file.file.name, options)
  })
})

/** `boardwright import FILE|-`. */
export const importBoard = (flags: ImportFlags, path: string) =>
  Effect.gen(function* () {
    const options = { ...flags, file: path }
    const file = yield* openBoardFile(path)
    // Problems of the file are reported before a database is opened or created.
    const { finish, report } =
      file.kind === "archive"
        ? yield* withApp(yield* archiveWork(file, options), options.as)
        : yield* withApp(yield* sheetWork(file, options), options.as)
    const advice = options.rejects === undefined ? "; --rejects FILE writes their rows" : ""
    yield* printReport(report, options.json === true, advice)
    yield* finish
  }).pipe(Effect.scoped, asExits)
