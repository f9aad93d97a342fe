import { mkdtemp, statfs } from "node:fs/promises"
import { freemem, tmpdir } from "node:os"
import { join } from "node:path"

const MEMORY = "/dev/shm"
const ENOUGH_BYTES = 4 * 1024 ** 3

const hasMemory = async (): Promise<boolean> => {
  try {
    const { bavail, bsize } = await statfs(MEMORY)
    return Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES
  } catch {
    return false
  }
}

const newFolder = (parent: string): Promise<string> => mkdtemp(join(parent, "boardwright-postgres-"))

/** A new folder on disk. */
export const scratchFolder = (): Promise<string> => newFolder(tmpdir())

/** A new folder for the data of a server: in memory where that is wanted and there is plenty of it, else on disk. */
export const dataFolder = async (inMemory: boolean): Promise<string> =>
  inMemory && (await hasMemory()) ? newFolder(MEMORY) : scratchFolder()
