import { crc32, deflateRawSync } from "node:zlib"

/** A file to be put into a zip file. */
export interface Part {
  readonly name: string
  readonly data: string | Buffer
  /** Default: stored as it is, which makes the same bytes with every zlib. */
  readonly deflate?: boolean
  /** What the directory says the size is, where it lies. */
  readonly statedSize?: number
}

const local = (name: Buffer, head: Buffer): Buffer =>
  Buffer.concat([Buffer.from("PK\x03\x04"), head, Buffer.alloc(2), name])

/** Writes a zip file: PKWARE APPNOTE 4.3. */
export const zip = (parts: ReadonlyArray<Part>): Buffer => {
  const bodies: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let offset = 0
  for (const { data, deflate = false, name, statedSize } of parts) {
    const bytes = Buffer.from(data)
    const packed = deflate ? deflateRawSync(bytes) : bytes
    const label = Buffer.from(name)
    const head = Buffer.alloc(24)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(0x800, 2)
    head.writeUInt16LE(deflate ? 8 : 0, 4)
    head.writeUInt16LE(0x5b75, 8)
    head.writeUInt32LE(crc32Of(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(statedSize ?? bytes.length, 18)
    head.writeUInt16LE(label.length, 22)
    const entry = Buffer.alloc(16)
    entry.writeUInt32LE(offset, 12)
    const body = Buffer.concat([local(label, head), packed])
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), head, entry, label]))
    bodies.push(body)
    offset += body.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write("PK\x05\x06", 0, "latin1")
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, listing, end])
}

// Node 20 has zlib.crc32 only in its later releases.
const crc32Of = (bytes: Buffer): number => {
  if (typeof crc32 === "function") return crc32(bytes)
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
