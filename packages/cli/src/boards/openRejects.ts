import { realpath } from "node:fs/promises"
import { csvLine } from "@boardwright/spreadsheet"
import { Effect, type Scope } from "effect"
import { type Conflict, UsageError } from "../terminal/failures.js"
import { mayReplace, type NotWritten, openDraft } from "../terminal/openDraft.js"

/** A file of the rows with warnings. */
export interface Rejects {
  readonly add: (
    line: number,
    cells: ReadonlyArray<string>,
    reasons: ReadonlyArray<string>
  ) => Effect.Effect<void, NotWritten>
  /** Gives the file its name. A draft that is not kept is removed with the scope. */
  readonly keep: Effect.Effect<void, NotWritten>
}

/** Characters that are written at once. */
const BUFFER = 1 << 16

const mayWrite = Effect.fnUntraced(function* (path: string, input: string, force: boolean) {
  if (path === "-") return yield* new UsageError({ message: "--rejects must be a file, not -" })
  const there = yield* Effect.promise(() => realpath(path).catch(() => null))
  const isInput = there !== null && there === (yield* Effect.promise(() => realpath(input).catch(() => null)))
  if (isInput) return yield* new UsageError({ message: `--rejects: ${path} is the imported file` })
  yield* mayReplace(path, force, `--rejects: ${path}`)
})

/**
 * Begins a CSV file of the rows with warnings: their cells, their line in the source and the reasons. Fails with
 * `Conflict` if the file exists.
 */
export const openRejects = (
  path: string,
  {
    force,
    headers,
    input
  }: { readonly force: boolean; readonly headers: ReadonlyArray<string>; readonly input: string }
): Effect.Effect<Rejects, UsageError | Conflict | NotWritten, Scope.Scope> =>
  Effect.gen(function* () {
    yield* mayWrite(path, input, force)
    const draft = yield* openDraft(path)
    let held = csvLine([...headers, "Line", "Reasons"])
    const flush = Effect.suspend(() => {
      const text = held
      held = ""
      return draft.write(text)
    })
    return {
      add: (line, cells, reasons) =>
        Effect.suspend(() => {
          const padded = headers.map((_, index) => cells[index] ?? "")
          held += csvLine([...padded, String(line), reasons.join("; ")])
          return held.length < BUFFER ? Effect.void : flush
        }),
      keep: Effect.zipRight(flush, draft.keep)
    }
  })
