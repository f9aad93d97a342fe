import { Args, Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { type BoardFile, openBoardFile } from "../boards/openBoardFile.js"
import { findWorkspace } from "../boards/findWorkspace.js"
import { importArchive, openArchive } from "../boards/importArchive.js"
import { printReport } from "../boards/ImportReport.js"
import { importOptions, type ImportWords } from "../boards/importOptions.js"
import { importPlanned, openImported, planImported } from "../boards/importSheetFile.js"
import { asExits } from "../boards/refusals.js"
import { inMebi, MAX_UNZIPPED } from "@boardwright/spreadsheet"
import { withApp } from "../terminal/withApp.js"

const sheetWork = Effect.fnUntraced(function* (file: BoardFile, words: ImportWords) {
  const sheet = yield* openImported(file, words)
  return Effect.gen(function* () {
    const workspace = yield* findWorkspace(Option.getOrNull(words.workspace))
    return yield* importPlanned(yield* planImported(sheet, words), workspace.id, words)
  })
})

const archiveWork = Effect.fnUntraced(function* (file: BoardFile, words: ImportWords) {
  const archive = yield* openArchive(file, words)
  return Effect.gen(function* () {
    const workspace = yield* findWorkspace(Option.getOrNull(words.workspace))
    return yield* importArchive(archive, workspace.id, file.file.name, words)
  })
})

const run = (words: ImportWords) =>
  Effect.gen(function* () {
    const file = yield* openBoardFile(words.file)
    // What is wrong with the file is told before a database is opened, or made.
    const { finish, report } =
      file.kind === "archive"
        ? yield* withApp(yield* archiveWork(file, words), words.as)
        : yield* withApp(yield* sheetWork(file, words), words.as)
    yield* printReport(report, words.json, Option.isSome(words.rejects) ? "" : "; --rejects FILE writes their rows")
    yield* finish
  }).pipe(Effect.scoped, asExits)

// Appended to what is said of FILE.
const file = importOptions.file.pipe(Args.withDescription(`(XLSX: at most ${inMebi(MAX_UNZIPPED)} unzipped)`))

/** `boardwright import FILE|-`. */
export const importCommand = Command.make("import", { ...importOptions, file }, run)
