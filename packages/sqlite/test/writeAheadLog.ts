import { readFileSync } from "node:fs"

const HEADER = 32
const FRAME_HEADER = 24

/** How many commits the write-ahead log of a database holds: frames that state the size of the database. */
export const commitsIn = (filename: string): number => {
  const log = readFileSync(`${filename}-wal`)
  if (log.length === 0) return 0
  const pageSize = log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  let commits = 0
  for (let frame = HEADER; frame + FRAME_HEADER + pageSize <= log.length; frame += FRAME_HEADER + pageSize) {
    if (log.subarray(frame + 8, frame + 16).equals(salt) && log.readUInt32BE(frame + 4) > 0) commits++
  }
  return commits
}
