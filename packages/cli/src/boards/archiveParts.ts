import type { JsonElement } from "../spreadsheet/jsonElements.js"
import { refused } from "../spreadsheet/Sheet.js"

/** A part of an archive's text: a field other than its tasks, with its name; where its list of tasks begins; a task. */
export interface ArchivePart extends JsonElement {
  readonly kind: "field" | "list" | "task"
}

/** Longest part, in characters. */
const MAX_PART = 64 * 1024 * 1024

const TASKS = /^\s*"tasks"\s*:\s*$/

const breaksIn = (text: string): number => text.split("\n").length - 1

/**
 * Cuts the text of a JSON object into its fields and the elements of its list `tasks`, without holding more of it than
 * one of them. Throws `FileRefused` where the text ends too early, goes on after its end or has a part that is too long.
 */
export async function* archiveParts(
  text: AsyncIterable<string>,
  file: string
): AsyncGenerator<ReadonlyArray<ArchivePart>> {
  let [depth, line, began] = [0, 1, 1]
  let [inString, escaped, inTasks, closed] = [false, false, false, false]
  let held = ""
  for await (const chunk of text) {
    const parts: Array<ArchivePart> = []
    let from = 0
    const cut = (at: number): void => {
      const whole = held + chunk.slice(from, at)
      const part = whole.trim()
      const first = began + breaksIn(/^\s*/.exec(whole)?.[0] ?? "")
      if (part !== "") parts.push({ kind: inTasks ? "task" : "field", text: part, line: first })
      begin(at + 1)
    }
    const begin = (at: number): void => {
      held = ""
      from = at
      began = line
    }
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at)
      if (code === 10) line += 1
      const inner = inTasks ? 2 : 1
      if (inString) {
        if (escaped) escaped = false
        else if (code === 92) escaped = true
        else if (code === 34) inString = false
      } else if (closed) {
        if (code > 32)
          throw refused(file, "goes on after the end of its JSON", { line, value: chunk.slice(at, at + 20) })
      } else if (code === 34) inString = true
      else if (code === 91 || code === 123) {
        if (code === 91 && depth === 1 && TASKS.test(held + chunk.slice(from, at))) {
          parts.push({ kind: "list", text: "", line })
          inTasks = true
          begin(at + 1)
        } else if (depth === 0) begin(at + 1)
        depth += 1
      } else if (code === 93 || code === 125) {
        if (depth === inner) cut(at)
        depth -= 1
        inTasks &&= depth > 1
        closed = depth <= 0
      } else if (code === 44 && depth === inner) cut(at)
    }
    if (!closed) held += chunk.slice(from)
    if (held.length > MAX_PART) throw refused(file, "has a value that is too long", { line: began })
    yield parts
  }
  if (!closed) throw refused(file, "ends before its JSON does", { line })
}
