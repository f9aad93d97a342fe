import { csvRows } from "./csvRows.js"
import { decodeFile, sniffEncoding, Undecodable } from "./encoding.js"
import { jsonSource } from "./jsonSource.js"
import { refused, type SheetFormat, type TextEncoding } from "./Sheet.js"
import { sniffDelimiter } from "./sniffDelimiter.js"
import { sniffFormat } from "./sniffFormat.js"
import type { Source } from "./Source.js"
import type { SpooledFile } from "./spool.js"

/** Characters of the text that format and delimiter are found by. */
const SAMPLE = 64 * 1024

interface Hints {
  readonly format?: SheetFormat
  readonly delimiter?: string
  readonly encoding?: TextEncoding
}

const firstUndecodable = async (file: SpooledFile, encoding: TextEncoding): Promise<Undecodable | null> => {
  try {
    const text = decodeFile(file.path, encoding)
    while (!(await text.next()).done);
    return null
  } catch (cause) {
    if (cause instanceof Undecodable) return cause
    throw cause
  }
}

/**
 * The encoding of the whole file. Text that is not UTF-8 is Windows-1252, unless characters of UTF-8 come before the
 * first byte that is none: then it is UTF-8 with a mistake in it.
 */
const findEncoding = async (
  file: SpooledFile,
  head: Buffer,
  given: TextEncoding | undefined
): Promise<TextEncoding> => {
  const known = given ?? sniffEncoding(head)
  const encoding = known ?? "utf-8"
  const bad = await firstUndecodable(file, encoding)
  if (bad === null) return encoding
  if (known === null && !bad.afterOthers && (await firstUndecodable(file, "windows-1252")) === null) {
    return "windows-1252"
  }
  throw refused(file.name, `the bytes in character ${bad.at.column} of the line are not ${encoding}`, {
    line: bad.at.line
  })
}

const sampleOf = async (text: AsyncIterable<string>) => {
  let sample = ""
  for await (const chunk of text) {
    sample += chunk
    if (sample.length > SAMPLE) break
  }
  // The last line may be half a line.
  const end = sample.length > SAMPLE ? sample.lastIndexOf("\n", SAMPLE) + 1 : 0
  return end > 0 ? sample.slice(0, end) : sample
}

/** Reads delimited text, JSON or NDJSON. Throws `FileRefused` for text that is not of its encoding. */
export const textSource = async (file: SpooledFile, head: Buffer, hints: Hints): Promise<Source> => {
  const encoding = await findEncoding(file, head, hints.encoding)
  const text = () => decodeFile(file.path, encoding)
  const sample = await sampleOf(text())
  const format = hints.format ?? (hints.delimiter === undefined ? sniffFormat(sample, file.name) : "csv")
  if (format === "json" || format === "ndjson") {
    const isArray = sample.trimStart().startsWith("[")
    return jsonSource({ file: file.name, size: file.size, format, encoding, isArray, text })
  }
  const delimiter = hints.delimiter ?? sniffDelimiter(sample)
  return {
    ...{ file: file.name, format: "csv", encoding, delimiter, title: null, keys: null },
    read: () => csvRows(text(), delimiter, file.name)
  }
}
