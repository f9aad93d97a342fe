import { FileRefused, type SheetFile, type TextEncoding } from "./Sheet.js"

/** Bytes at the beginning that show the encoding of Unicode text without a byte order mark. */
const SAMPLE = 4096

/** The encoding that the first bytes show, or null where only the whole text does. */
export const sniffEncoding = (head: Uint8Array): TextEncoding | null => {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8"
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le"
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be"
  const sample = head.subarray(0, SAMPLE)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Bytes of UTF-8 with a few zeros among them are text with characters that no text should have.
  if ((even + odd) * 4 < sample.length && new Decoder("utf-8").decode(sample) !== null) return null
  // In Western text nearly every other byte is zero: delimiters, digits and line ends are ASCII in any language.
  const enough = Math.max(1, sample.length / 20)
  if (odd >= enough && even * 8 < odd) return "utf-16le"
  return even >= enough && odd * 8 < even ? "utf-16be" : null
}

/** The bytes that Windows-1252 leaves undefined and that the decoder maps to control characters. */
const UNDEFINED_IN_WINDOWS = /[\x81\x8d\x8f\x90\x9d]/

class Decoder {
  readonly #decoder: TextDecoder
  constructor(readonly encoding: TextEncoding) {
    this.#decoder = new TextDecoder(encoding, { fatal: true })
  }
  /** The text that these bytes complete, or null where they are not of the encoding. No bytes end the text. */
  decode(bytes?: Uint8Array): string | null {
    try {
      const text = bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true })
      return this.encoding === "windows-1252" && UNDEFINED_IN_WINDOWS.test(text) ? null : text
    } catch (cause) {
      if (cause instanceof TypeError) return null
      throw cause
    }
  }
}

async function* chunksOf(file: SheetFile): AsyncGenerator<Uint8Array | undefined> {
  yield* file.read()
  yield undefined
}

/** The text before the first bytes that are not of the encoding. The chunk that holds them is decoded byte by byte. */
const placeOfFault = async (file: SheetFile, encoding: TextEncoding, chunk: number) => {
  const decoder = new Decoder(encoding)
  const place = { line: 1, column: 1, afterOthers: false }
  const pass = (text: string): void => {
    const lines = text.split("\n")
    place.column = (lines.length > 1 ? 1 : place.column) + (lines.at(-1) ?? "").length
    place.line += lines.length - 1
    place.afterOthers ||= /[^\0-\x7f]/.test(text)
  }
  let at = 0
  for await (const bytes of chunksOf(file)) {
    if (at < chunk) pass(decoder.decode(bytes) ?? "")
    else {
      for (const byte of bytes ?? []) {
        const text = decoder.decode(Uint8Array.of(byte))
        if (text === null) break
        pass(text)
      }
      break
    }
    at += 1
  }
  return place
}

/**
 * The text of a file in pieces, without its byte order mark. Throws `FileRefused` at the first bytes that are not
 * characters of the encoding.
 */
export async function* decodeText(file: SheetFile, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new Decoder(encoding)
  let chunk = 0
  for await (const bytes of chunksOf(file)) {
    const text = decoder.decode(bytes)
    if (text === null) {
      const { column, line } = await placeOfFault(file, encoding, chunk)
      throw new FileRefused(file.name, `the bytes in character ${column} of the line are not ${encoding}`, { line })
    }
    yield text
    chunk += 1
  }
}

/** The number of the chunk that holds bytes which are not of the encoding, or null. */
const findFault = async (file: SheetFile, encoding: TextEncoding): Promise<number | null> => {
  const decoder = new Decoder(encoding)
  let chunk = 0
  for await (const bytes of chunksOf(file)) {
    if (decoder.decode(bytes) === null) return chunk
    chunk += 1
  }
  return null
}

/**
 * The encoding of a whole file. Text that is not UTF-8 is Windows-1252, unless characters of UTF-8 precede the first
 * wrong byte: then it is UTF-8 with a mistake in it, which reading it reports.
 */
export const findEncoding = async (file: SheetFile, head: Uint8Array): Promise<TextEncoding> => {
  const known = sniffEncoding(head)
  if (known !== null) return known
  const fault = await findFault(file, "utf-8")
  if (fault === null) return "utf-8"
  const { afterOthers } = await placeOfFault(file, "utf-8", fault)
  return !afterOthers && (await findFault(file, "windows-1252")) === null ? "windows-1252" : "utf-8"
}
