import { breaksIn, type JsonElement, jsonParts } from "./jsonParts.js"
import { FileRefused } from "./Sheet.js"

/** Longest value, in characters. */
const MAX_VALUE = 32 * 1024 * 1024

/** Texts, and numbers with so many digits or such an exponent that they may not be exact. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:[eE][-+]?\d+)?/g
const MAY_BE_INEXACT = /\d[\d.]{15}|\d[eE]/

/** Every number of 15 digits is exact. */
const isExact = (token: string): boolean => {
  const number = Number(token)
  const digits = token
    .replace(/[eE].*$/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "")
  return Number.isFinite(number) && (digits.length <= 15 || String(number) === token)
}

const withExactNumber = (token: string): string => (token.startsWith('"') || isExact(token) ? token : `"${token}"`)

/** Parses JSON. A number that would become another one is the text of its digits. */
const parseExactly = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  return MAY_BE_INEXACT.test(text) ? JSON.parse(text.replaceAll(TOKENS, withExactNumber)) : value
}

/** Parses an element. Throws `FileRefused` with the line of the mistake. */
export const parseElement = ({ line, text }: JsonElement, file: string): unknown => {
  try {
    return parseExactly(text)
  } catch (cause) {
    const at = Number(/at position (\d+)/.exec(cause instanceof Error ? cause.message : "")?.[1] ?? text.length)
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
