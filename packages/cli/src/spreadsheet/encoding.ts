import { isUtf8 } from "node:buffer"
import { createReadStream } from "node:fs"
import type { TextEncoding } from "./Sheet.js"

/** A place in a text, counted from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** Bytes that the encoding has no character for. */
export class Undecodable extends Error {
  readonly at: TextPlace
  /** Whether characters beyond ASCII were decoded before. */
  readonly afterOthers: boolean
  constructor(at: TextPlace, afterOthers: boolean) {
    super(`undecodable at line ${at.line}`)
    this.at = at
    this.afterOthers = afterOthers
  }
}

/** The encoding that the first bytes show, or null where only the whole text tells. */
export const sniffEncoding = (head: Buffer): TextEncoding | null => {
  if (head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return "utf-8"
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le"
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be"
  const sample = head.subarray(0, 4096)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // In Western text nearly every other byte is zero: delimiters, digits and line ends are ASCII in any language.
  const enough = Math.max(1, sample.length / 20)
  if (odd >= enough && even * 8 < odd) return "utf-16le"
  return even >= enough && odd * 8 < even ? "utf-16be" : null
}

// 0x80 to 0x9f as Unicode maps Windows-1252; five of them are no character.
const WINDOWS =
  "\u20ac\0\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\0\u017d\0" +
  "\0\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\0\u017e\u0178"

// What cannot be decoded becomes a lone surrogate, which decoded text never holds.
const BAD = "\ud800"

const decodeUtf8 = (bytes: Buffer): string => {
  if (isUtf8(bytes)) return bytes.toString("utf8")
  const honest = Buffer.from(bytes.toString("latin1").replaceAll("\xef\xbf\xbd", "?"), "latin1")
  return honest.toString("utf8").replaceAll("\ufffd", BAD)
}

const decoders: Readonly<Record<TextEncoding, (bytes: Buffer) => string>> = {
  "utf-8": decodeUtf8,
  "utf-16le": (bytes) => bytes.toString("utf16le") + (bytes.length % 2 === 0 ? "" : BAD),
  "utf-16be": (bytes) =>
    Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString("utf16le") + (bytes.length % 2 === 0 ? "" : BAD),
  "windows-1252": (bytes) =>
    bytes.toString("latin1").replace(/[\x80-\x9f]/g, (c) => {
      const mapped = WINDOWS[c.charCodeAt(0) - 0x80] ?? BAD
      return mapped === "\0" ? BAD : mapped
    })
}

// How many bytes at the end may be the beginning of a character whose rest is to come.
const unfinished = (encoding: TextEncoding, bytes: Buffer): number => {
  if (encoding === "windows-1252") return 0
  if (encoding === "utf-8") {
    for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
      const byte = bytes[bytes.length - back] ?? 0
      if (byte >= 0xc0) return back
      if (byte < 0x80) return 0
    }
    return 0
  }
  const odd = bytes.length % 2
  const high = bytes[bytes.length - odd - (encoding === "utf-16le" ? 1 : 2)] ?? 0
  return high >= 0xd8 && high <= 0xdb ? odd + 2 : odd
}

/**
 * The text of a file, piece by piece, less its byte order mark. Throws `Undecodable` with the place of the first bytes
 * that are no character of the encoding.
 */
export async function* decodeFile(path: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decode = decoders[encoding]
  const place = { line: 1, column: 1 }
  let others = false
  let rest: Buffer = Buffer.alloc(0)
  let first = true
  const check = (bytes: Buffer): string => {
    const decoded = decode(bytes)
    const text = first && decoded.startsWith("\ufeff") ? decoded.slice(1) : decoded
    if (bytes.length > 0) first = false
    const bad = text.isWellFormed() ? text.length : text.search(/\p{Surrogate}/u)
    const good = text.slice(0, bad)
    const breaks = good.split("\n")
    place.column = (breaks.length > 1 ? 1 : place.column) + (breaks.at(-1) ?? "").length
    place.line += breaks.length - 1
    others ||= /[^\0-\x7f]/.test(good)
    if (bad < text.length) throw new Undecodable(place, others)
    return text
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const whole = bytes.length - unfinished(encoding, bytes)
    rest = bytes.subarray(whole)
    yield check(bytes.subarray(0, whole))
  }
  if (rest.length > 0) yield check(rest)
}
