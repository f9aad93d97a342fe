import type { FileHandle } from "node:fs/promises"
import { pipeline } from "node:stream"
import { createInflateRaw } from "node:zlib"

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

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new XlsxInvalid("ends too early")
  return buffer
}

/**
 * Reads the central directory of a zip file (PKWARE APPNOTE 4.3.12 to 4.3.16), unzipping nothing. Throws `XlsxInvalid`,
 * also for zip files of more than 4 GiB or 65,534 entries, for split and for encrypted ones.
 */
export const readZipDirectory = async (file: FileHandle, size: number): Promise<ReadonlyArray<ZipEntry>> => {
  const tailSize = Math.min(size, END_SIZE + 0xffff)
  const tail = await readAt(file, size - tailSize, tailSize)
  let at = tailSize - END_SIZE
  while (at >= 0 && tail.readUInt32LE(at) !== END) at -= 1
  if (at < 0) throw new XlsxInvalid("is a damaged zip file: it has no directory")
  const count = tail.readUInt16LE(at + 10)
  const length = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  if (count === 0xffff || start === 0xffffffff) throw new XlsxInvalid("is a zip file of more than 4 GiB")
  if (start + length > size) throw new XlsxInvalid("is a damaged zip file: its directory is cut off")
  const directory = await readAt(file, start, length)
  const entries: Array<ZipEntry> = []
  let next = 0
  while (entries.length < count) {
    if (next + ENTRY_SIZE > length || directory.readUInt32LE(next) !== ENTRY) {
      throw new XlsxInvalid("is a damaged zip file: its directory is broken")
    }
    if ((directory.readUInt16LE(next + 8) & 1) === 1) throw new XlsxInvalid("is encrypted")
    const nameEnd = next + ENTRY_SIZE + directory.readUInt16LE(next + 28)
    entries.push({
      name: directory.toString("utf8", next + ENTRY_SIZE, nameEnd),
      method: directory.readUInt16LE(next + 10),
      packedSize: directory.readUInt32LE(next + 20),
      size: directory.readUInt32LE(next + 24),
      offset: directory.readUInt32LE(next + 42)
    })
    next = nameEnd + directory.readUInt16LE(next + 30) + directory.readUInt16LE(next + 32)
  }
  return entries
}

const unzipped = (cause: unknown): unknown =>
  cause instanceof Error && "code" in cause && String(cause.code).startsWith("Z_")
    ? new XlsxInvalid("is a damaged zip file", { cause })
    : cause

/** The unzipped bytes of an entry, in chunks. Throws `XlsxInvalid`, also where they are more than the directory says. */
export async function* unzipEntry(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  const header = await readAt(file, entry.offset, 30)
  if (header.readUInt32LE(0) !== LOCAL) throw new XlsxInvalid("is a damaged zip file: an entry is missing")
  if (entry.method !== 0 && entry.method !== 8) throw new XlsxInvalid("is packed in an unknown way")
  if (entry.packedSize === 0) return
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = file.createReadStream({ start, end: start + entry.packedSize - 1, autoClose: false })
  // A failed pipeline destroys its last stream with the error, and the loop below throws it.
  const chunks: AsyncIterable<Buffer> =
    entry.method === 0 ? packed : pipeline(packed, createInflateRaw({ chunkSize: 1 << 16 }), () => undefined)
  let size = 0
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > entry.size) throw new XlsxInvalid("unzips to more than its directory says")
      yield chunk
    }
  } catch (cause) {
    throw unzipped(cause)
  }
  if (size < entry.size) throw new XlsxInvalid("ends too early")
}
