import { statfs } from "node:fs/promises"
import { freemem } from "node:os"

/** Where Linux keeps files in memory. */
export const MEMORY = "/dev/shm"
const ENOUGH_BYTES = 4 * 1024 ** 3

/** Whether there is plenty of memory for files. */
export const hasMemory = async (): Promise<boolean> => {
  try {
    const { bavail, bsize } = await statfs(MEMORY)
    return Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES
  } catch {
    return false
  }
}
