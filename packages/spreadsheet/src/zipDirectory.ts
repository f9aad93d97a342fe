import type { SheetFile } from "./Sheet.js"

/** A file inside a zip file, as the zip's central directory lists it. Sizes are in bytes. */
export interface ZipEntry {
  readonly name: string
  readonly packedSize: number
  readonly size: number
  /** 0: stored, 8: deflated. */
  readonly method: number
  /** Where its local header begins. */
  readonly offset: number
}

/** A file that cannot be read as Excel. `message` says why and follows the file's name: "is encrypted". */
export class XlsxInvalid extends Error {}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const ENTRY_SIZE = 46

const readAt = async (file: SheetFile, position: number, length: number): Promise<DataView> => {
  const bytes = new Uint8Array(length)
  let filled = 0
  for await (const chunk of file.read(position, position + length)) {
    bytes.set(chunk, filled)
    filled += chunk.length
  }
  if (filled < length) throw new XlsxInvalid("ends too early")
  return new DataView(bytes.buffer)
}

/**
 * Reads the central directory of a zip file (PKWARE APPNOTE 4.3.12 to 4.3.16), unzipping nothing. Throws `XlsxInvalid`,
 * also for zip files of more than 4 GiB or 65,534 entries, for split and for encrypted ones.
 */
export const readZipDirectory = async (file: SheetFile): Promise<ReadonlyArray<ZipEntry>> => {
  const { size } = file
  const tailSize = Math.min(size, END_SIZE + 0xffff)
  const tail = await readAt(file, size - tailSize, tailSize)
  let at = tailSize - END_SIZE
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1
  if (at < 0) throw new XlsxInvalid("is a damaged zip file: it has no directory")
  const count = tail.getUint16(at + 10, true)
  const length = tail.getUint32(at + 12, true)
  const start = tail.getUint32(at + 16, true)
  if (count === 0xffff || start === 0xffffffff) throw new XlsxInvalid("is a zip file of more than 4 GiB")
  if (start + length > size) throw new XlsxInvalid("is a damaged zip file: its directory is cut off")
  const directory = await readAt(file, start, length)
  const entries: Array<ZipEntry> = []
  const names = new TextDecoder()
  let next = 0
  while (entries.length < count) {
    if (next + ENTRY_SIZE > length || directory.getUint32(next, true) !== ENTRY) {
      throw new XlsxInvalid("is a damaged zip file: its directory is broken")
    }
    if ((directory.getUint16(next + 8, true) & 1) === 1) throw new XlsxInvalid("is encrypted")
    const nameEnd = next + ENTRY_SIZE + directory.getUint16(next + 28, true)
    entries.push({
      name: names.decode(new Uint8Array(directory.buffer).subarray(next + ENTRY_SIZE, nameEnd)),
      method: directory.getUint16(next + 10, true),
      packedSize: directory.getUint32(next + 20, true),
      size: directory.getUint32(next + 24, true),
      offset: directory.getUint32(next + 42, true)
    })
    next = nameEnd + directory.getUint16(next + 30, true) + directory.getUint16(next + 32, true)
  }
  return entries
}

/** The bytes that deflated ones unzip to. */
async function* inflated(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream("deflate-raw")
  const [reader, writer] = [readable.getReader(), writable.getWriter()]
  // What goes wrong in writing goes wrong in reading, too.
  const written = (async () => {
    for await (const chunk of packed) await writer.write(Uint8Array.from(chunk))
    await writer.close()
  })().catch(() => undefined)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
    await writer.abort().catch(() => undefined)
    await written
  }
}

const damaged = (cause: unknown): unknown => {
  const isOfInflate =
    cause instanceof TypeError || (cause instanceof Error && "code" in cause && String(cause.code).startsWith("Z_"))
  return isOfInflate ? new XlsxInvalid("is a damaged zip file", { cause }) : cause
}

/** The unzipped bytes of an entry, in chunks. Throws `XlsxInvalid`, also where they are more than the directory says. */
export async function* unzipEntry(file: SheetFile, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const header = await readAt(file, entry.offset, 30)
  if (header.getUint32(0, true) !== LOCAL) throw new XlsxInvalid("is a damaged zip file: an entry is missing")
  if (entry.method !== 0 && entry.method !== 8) throw new XlsxInvalid("is packed in an unknown way")
  if (entry.packedSize === 0) return
  const start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const packed = file.read(start, start + entry.packedSize)
  let size = 0
  try {
    for await (const chunk of entry.method === 0 ? packed : inflated(packed)) {
      size += chunk.length
      if (size > entry.size) throw new XlsxInvalid("unzips to more than its directory says")
      yield chunk
    }
  } catch (cause) {
    throw damaged(cause)
  }
  if (size < entry.size) throw new XlsxInvalid("ends too early")
}
