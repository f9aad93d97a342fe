import type { FileHandle } from "node:fs/promises"

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

/** Where the packed bytes of an entry begin. Throws `ZipInvalid`. */
export const findPacked = async (file: FileHandle, entry: ZipEntry): Promise<number> => {
  const header = await readAt(file, entry.offset, 30)
  if (header.readUInt32LE(0) !== LOCAL) throw new ZipInvalid("is a damaged zip file: an entry is missing")
  const nameLength = header.readUInt16LE(26)
  const name = await readAt(file, entry.offset + 30, nameLength)
  if (name.toString("utf8") !== entry.name) throw new ZipInvalid("is a damaged zip file: an entry has two names")
  return entry.offset + 30 + nameLength + header.readUInt16LE(28)
}
