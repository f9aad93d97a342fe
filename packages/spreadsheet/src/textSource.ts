import { csvRows } from "./csvRows.js"
import { decodeText, findEncoding } from "./encoding.js"
import type { SheetFile, TextEncoding } from "./Sheet.js"
import { sniffDelimiter } from "./sniffDelimiter.js"
import type { Source } from "./Source.js"

/** Characters of the text that format and delimiter are found by. */
const SAMPLE = 64 * 1024

/** A text file of a known encoding. */
export interface TextFile {
  readonly file: SheetFile
  readonly encoding: TextEncoding
  /** The beginning of the text, up to the end of a line. */
  readonly sample: string
  readonly text: () => AsyncIterable<string>
}

/** Opens a text file whose first bytes are `head`. Throws `FileRefused` for text that is not of its encoding. */
export const openText = async (file: SheetFile, head: Uint8Array, given?: TextEncoding): Promise<TextFile> => {
  const encoding = given ?? (await findEncoding(file, head))
  const text = () => decodeText(file, encoding)
  let sample = ""
  for await (const chunk of text()) {
    sample += chunk
    if (sample.length > SAMPLE) break
  }
  const end = sample.length > SAMPLE ? sample.lastIndexOf("\n", SAMPLE) + 1 : 0
  return { file, encoding, sample: end > 0 ? sample.slice(0, end) : sample, text }
}

// Excel takes this first line for the name of the delimiter, and no cell.
const NAMED_DELIMITER = /^sep=([,;\t|])(?:\r\n|\r|\n)/i

/** Reads delimited text. */
export const csvSource = ({ encoding, file, sample, text }: TextFile, given?: string): Source => {
  const named = NAMED_DELIMITER.exec(sample)?.[1]
  const delimiter = given ?? named ?? sniffDelimiter(sample)
  async function* read() {
    let isFirst = named !== undefined
    for await (const batch of csvRows(text(), delimiter, file.name)) {
      yield isFirst ? batch.slice(1) : batch
      if (batch.length > 0) isFirst = false
    }
  }
  return { file: file.name, format: "csv", encoding, delimiter, title: null, keys: null, read }
}
