import type { ColumnChoice, Source } from "@boardwright/spreadsheet"
import { ownChoices } from "@boardwright/spreadsheet/own-sheet"
import { useSignal } from "@preact/signals"
import { useRef } from "preact/hooks"
import { choose } from "../../../columnKinds.js"
import type { ReadFile } from "../../../openFile.js"
import type * as Reading from "../../../reading.js"
import { isLostPart, reasonOf } from "../../api.js"
import { p } from "../../text/pageTexts.js"
import { inUserLanguage } from "./messages.js"

/** Where the script that reads files is served; it is loaded when one is chosen. */
const READING: string = "/account/reading.js"

/** A file that was opened. */
interface Opened {
  readonly picked: File
  readonly reading: typeof Reading
  readonly source: Source
}

/** The file that is chosen, and what its columns become. */
export interface Chosen extends ReadFile, Opened {
  readonly kinds: ReadonlyArray<string>
  /** What the headers say of its columns, by index, if the file was exported by us. */
  readonly own: ReadonlyMap<number, ColumnChoice>
}

// The message comes from a script that was loaded apart.
const problemOf = (cause: unknown): string => {
  if (cause instanceof Error && "_tag" in cause && cause._tag === "FileRefused") return inUserLanguage(cause.message)
  return isLostPart(cause) ? reasonOf(cause) : p("import.unreadable")
}

/** The file that is chosen; `changed` is called when a checked import no longer holds. */
export const useSheet = (changed: () => void) => {
  const chosen = useSignal<Chosen | null>(null)
  const problem = useSignal("")
  const latest = useRef(0)
  const refuse = (text: string): void => {
    problem.value = text
    document.getElementById("file")?.focus()
  }
  const show = ({ picked, reading, source }: Opened, file: ReadFile): void => {
    const own = ownChoices(file.headers)
    chosen.value = { ...file, picked, reading, source, own, kinds: reading.kindsOf(file, own) }
    problem.value = ""
  }
  return {
    chosen: chosen.value,
    problem: problem.value,
    refuse,
    /** Reads a file, or a sheet of it. Null if it is refused, which is shown then, and if another one was chosen meanwhile. */
    open: async (picked: File, sheet?: string): Promise<Source | null> => {
      changed()
      const turn = (latest.current += 1)
      try {
        const reading = (await import(READING)) as typeof Reading
        const source = await reading.openFile(picked, sheet)
        const read = await reading.readSheet(source, "auto")
        if (latest.current !== turn) return null
        show({ picked, reading, source }, read)
        return source
      } catch (cause) {
        if (latest.current !== turn) return null
        // Of a sheet that cannot be read another may be chosen.
        if (sheet === undefined) chosen.value = null
        refuse(problemOf(cause))
        return null
      }
    },
    /** Says whether the first row has the names of the columns. */
    setHeaded: async (file: Chosen, isHeaded: boolean): Promise<void> => {
      const { reading, rows, source } = file
      changed()
      try {
        // Where the header was not found it is the first row that is not blank.
        const line = rows.find(({ cells }) => cells.length > 0)?.line ?? 1
        const found = await reading.readSheet(source, isHeaded ? "auto" : "none")
        const isMissed = isHeaded && found.headerLine === null
        show(file, isMissed ? await reading.readSheet(source, { line }) : found)
      } catch (cause) {
        refuse(problemOf(cause))
      }
    },
    setKind: (file: Chosen, index: number, kind: string): void => {
      chosen.value = { ...file, kinds: choose(file.kinds, index, kind) }
      changed()
    }
  }
}
