import { breaksIn, type JsonElement, jsonParts } from "./jsonParts.js"
import { FileRefused } from "./Sheet.js"

/** Longest value, in characters. */
const MAX_VALUE = 32 * 1024 * 1024

const TOKENS = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g

/** A number that JavaScript would change, of more than 15 digits or without bounds, as the text that it has. */
const exactly = (token: string): string =>
  token.startsWith('"') || (token.length < 16 && isFinite(+token)) || `${+token}` === token ? token : `"${token}"`

/** Parses an element, in which numbers keep their digits. Throws `FileRefused` with the line of the mistake. */
export const parseElement = ({ line, text }: JsonElement, file: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return /\d{16}|\de/i.test(text) ? JSON.parse(text.replaceAll(TOKENS, exactly)) : value
  } catch (cause) {
    const at = +(/at position (\d+)/.exec(String(cause))?.[1] ?? text.length)
    const begin = Math.max(0, at - 10)
    throw new FileRefused(file, "is not JSON", {
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

/** The elements of the array that a JSON text is, without holding more of it than an element. Throws as `jsonParts`. */
export const jsonElements = (text: AsyncIterable<string>, file: string): AsyncIterable<ReadonlyArray<JsonElement>> =>
  jsonParts(text, file, { max: MAX_VALUE })
