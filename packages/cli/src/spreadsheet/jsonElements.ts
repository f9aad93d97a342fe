import { refused } from "./Sheet.js"

/** The text of one value and the line it begins at. */
export interface JsonElement {
  readonly text: string
  readonly line: number
}

/** Longest value, in characters. */
const MAX_VALUE = 32 * 1024 * 1024

const breaksIn = (text: string): number => text.split("\n").length - 1

/** Parses an element. Throws `FileRefused` with the line of the mistake. */
export const parseElement = ({ line, text }: JsonElement, file: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const at = Number(/at position (\d+)/.exec(cause instanceof Error ? cause.message : "")?.[1] ?? text.length)
    const begin = Math.max(0, at - 10)
    throw refused(file, "is not JSON", {
      line: line + breaksIn(text.slice(0, at)),
      value: text.slice(begin, at + 20).trim()
    })
  }
}

/** The lines of NDJSON that are not blank. */
export async function* jsonLines(text: AsyncIterable<string>): AsyncGenerator<ReadonlyArray<JsonElement>> {
  let line = 1
  let rest = ""
  const cut = (pieces: ReadonlyArray<string>) =>
    pieces.map((piece) => ({ text: piece, line: line++ })).filter((element) => element.text.trim() !== "")
  for await (const chunk of text) {
    const pieces = (rest + chunk).split("\n")
    rest = pieces.pop() ?? ""
    yield cut(pieces)
  }
  yield cut([rest])
}

/**
 * The elements of the array that a JSON text is, without holding more of it than an element. Throws `FileRefused` where
 * the text ends too early, goes on after its end, or has an element that is far too long.
 */
export async function* jsonElements(
  text: AsyncIterable<string>,
  file: string
): AsyncGenerator<ReadonlyArray<JsonElement>> {
  let depth = 0
  let inString = false
  let escaped = false
  let closed = false
  let line = 1
  let began = 1
  let held = ""
  const take = (piece: string): JsonElement => {
    const element = { text: held + piece, line: began }
    held = ""
    return { text: element.text.trim(), line: element.line + breaksIn(/^\s*/.exec(element.text)?.[0] ?? "") }
  }
  for await (const chunk of text) {
    const batch: Array<JsonElement> = []
    let from = 0
    const end = (at: number, last: boolean): void => {
      const element = take(chunk.slice(from, at))
      // Only the empty array has an element without text.
      if (element.text !== "" || !last || batch.length > 0) batch.push(element)
      from = at + 1
      began = line
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
          throw refused(file, "goes on after the end of its JSON", { line, value: chunk.slice(at, at + 20) })
      } else if (code === 34) inString = true
      else if (code === 91 || code === 123) {
        depth += 1
        if (depth === 1) [from, began] = [at + 1, line]
      } else if (code === 93 || code === 125) {
        if (depth === 1) {
          end(at, true)
          closed = true
        }
        depth -= 1
      } else if (code === 44 && depth === 1) end(at, false)
    }
    if (!closed) held += chunk.slice(from)
    if (held.length > MAX_VALUE) throw refused(file, "has a value that is too long", { line: began })
    yield batch
  }
  if (!closed) throw refused(file, "ends before its JSON does", { line })
}
