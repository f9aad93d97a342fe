import { Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { openBoardFile } from "../boards/boardFile.js"
import { findWorkspace } from "../boards/findWorkspace.js"
import { printReport } from "../boards/ImportReport.js"
import { importOptions, type ImportWords } from "../boards/importOptions.js"
import { importPlanned, openImported, planImported } from "../boards/importSheetFile.js"
import { asExits } from "../boards/refusals.js"
import { withApp } from "../terminal/withApp.js"

const run = (words: ImportWords) =>
  Effect.gen(function* () {
    const file = yield* openBoardFile(words.file)
    // What is missing is told before a database is made.
    const sheet = yield* openImported(file, words)
    const work = Effect.gen(function* () {
      const workspace = yield* findWorkspace(Option.getOrNull(words.workspace))
      const planned = yield* planImported(sheet, words)
      return yield* importPlanned(planned, workspace.id, words)
    })
    const { finish, report } = yield* withApp(work, words.as)
    yield* printReport(report, words.json, Option.isSome(words.rejects) ? "" : "; --rejects FILE writes their rows")
    yield* finish
  }).pipe(Effect.scoped, asExits)

/** `boardwright import FILE|-`. */
export const importCommand = Command.make("import", importOptions, run)
