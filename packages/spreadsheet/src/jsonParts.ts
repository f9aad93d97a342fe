import { FileRefused } from "./Sheet.js"

/** The text of one value and the line it begins at. */
export interface JsonElement {
  readonly text: string
  readonly line: number
}

/** What stands between the commas of a JSON array or object; where the list begins that is entered; an element of it. */
export interface JsonPart extends JsonElement {
  readonly kind: "part" | "list" | "element"
}

/** How many lines end in the text. */
export const breaksIn = (text: string): number => text.split("\n").length - 1

/**
 * Cuts the text of a JSON array or object at its commas without holding more of it than one part. A list whose field
 * matches `list`, which is the text before its bracket, is entered and cut into its elements. Throws `FileRefused` where
 * the text ends too early, goes on after its end, or has a part of more than `max` characters.
 */
export async function* jsonParts(
  text: AsyncIterable<string>,
  file: string,
  { list, max }: { readonly max: number; readonly list?: RegExp }
): AsyncGenerator<ReadonlyArray<JsonPart>> {
  let [depth, inner, line, began, cuts] = [0, 1, 1, 1, 0]
  let [inString, escaped, afterList, closed] = [false, false, false, false]
  let held = ""
  for await (const chunk of text) {
    const parts: Array<JsonPart> = []
    let from = 0
    const begin = (at: number): void => {
      held = ""
      from = at
      began = line
    }
    const cut = (at: number, isLast: boolean): void => {
      const whole = held + chunk.slice(from, at)
      const part = whole.trim()
      // Nothing stands in what is empty, nor behind a list that was entered.
      if (part !== "" || (!afterList && (!isLast || cuts > 0))) {
        const first = began + breaksIn(/^\s*/.exec(whole)?.[0] ?? "")
        parts.push({ kind: inner === 1 ? "part" : "element", text: part, line: first })
      }
      cuts += 1
      afterList = false
      begin(at + 1)
    }
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at)
      if (code === 10) line += 1
      if (inString) {
        if (escaped) escaped = false
        else if (code === 92) escaped = true
        else if (code === 34) inString = false
      } else if (closed) {
        if (code > 32)
          throw new FileRefused(file, "goes on after the end of its JSON", { line, value: chunk.slice(at, at + 20) })
      } else if (code === 34) inString = true
      else if (code === 91 || code === 123) {
        if (code === 91 && depth === 1 && list?.test(held + chunk.slice(from, at)) === true) {
          parts.push({ kind: "list", text: "", line })
          ;[inner, cuts] = [2, 0]
          begin(at + 1)
        } else if (depth === 0) begin(at + 1)
        depth += 1
      } else if (code === 93 || code === 125) {
        if (depth === inner) cut(at, true)
        depth -= 1
        afterList = inner === 2 && depth === 1
        if (afterList) inner = 1
        closed = depth <= 0
      } else if (code === 44 && depth === inner) cut(at, false)
    }
    if (!closed) held += chunk.slice(from)
    if (held.length > max) throw new FileRefused(file, "has a value that is too long", { line: began })
    yield parts
  }
  if (!closed) throw new FileRefused(file, "ends before its JSON does", { line })
}
