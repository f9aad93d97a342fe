import type { FileHandle } from "node:fs/promises"
import { promisify } from "node:util"
import { inflateRaw } from "node:zlib"

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

/** Not a zip file, or one of a kind that is not read. `message` says what is wrong. */
export class ZipInvalid extends Error {}

const inflate = promisify(inflateRaw)

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const ENTRY_SIZE = 46

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new ZipInvalid("ends too early")
  return buffer
}

/**
 * Reads the central directory of a zip file (PKWARE APPNOTE 4.3.12 to 4.3.16), unzipping nothing. Throws `ZipInvalid`,
 * also for zip files of more than 4 GiB or 65,534 entries, for split and for encrypted ones.
 */
export const readZipDirectory = async (file: FileHandle, size: number): Promise<ReadonlyArray<ZipEntry>> => {
  const tailSize = Math.min(size, END_SIZE + 0xffff)
  const tail = await readAt(file, size - tailSize, tailSize)
  let at = tailSize - END_SIZE
  while (at >= 0 && tail.readUInt32LE(at) !== END) at -= 1
  if (at < 0) throw new ZipInvalid("is a damaged zip file: it has no directory")
  const count = tail.readUInt16LE(at + 10)
  const length = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  if (count === 0xffff || start === 0xffffffff) throw new ZipInvalid("is a zip file of more than 4 GiB")
  if (start + length > size) throw new ZipInvalid("is a damaged zip file: its directory is cut off")
  const directory = await readAt(file, start, length)
  const entries: Array<ZipEntry> = []
  let next = 0
  while (entries.length < count) {
    if (next + ENTRY_SIZE > length || directory.readUInt32LE(next) !== ENTRY) {
      throw new ZipInvalid("is a damaged zip file: its directory is broken")
    }
    if ((directory.readUInt16LE(next + 8) & 1) === 1) throw new ZipInvalid("is encrypted")
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

/** The unzipped bytes of an entry. Throws `ZipInvalid`, also where they are more than the directory says. */
export const unzipEntry = async (file: FileHandle, entry: ZipEntry): Promise<Buffer> => {
  const header = await readAt(file, entry.offset, 30)
  if (header.readUInt32LE(0) !== LOCAL) throw new ZipInvalid("is a damaged zip file: an entry is missing")
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = await readAt(file, start, entry.packedSize)
  if (entry.method === 0) return packed
  if (entry.method !== 8) throw new ZipInvalid("is packed in an unknown way")
  return inflate(packed, { maxOutputLength: Math.max(1, entry.size) }).catch((cause: unknown) => {
    const tooMuch = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE"
    const reason = tooMuch ? "unzips to more than its directory says" : "is a damaged zip file"
    throw new ZipInvalid(reason, { cause })
  })
}

const localHeader = (name: Buffer, size: number): Buffer => {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt32LE(size, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(name.length, 26)
  return header
}

/** A zip file of parts as they are, without checksums, for a reader that goes through it from its beginning. */
export const zipStored = (parts: ReadonlyArray<readonly [name: string, bytes: Buffer]>): Buffer => {
  const pieces = parts.flatMap(([name, bytes]) => {
    const label = Buffer.from(name)
    return [localHeader(label, bytes.length), label, bytes]
  })
  const end = Buffer.alloc(END_SIZE)
  end.writeUInt32LE(END, 0)
  return Buffer.concat([...pieces, end])
}
