import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hasMemory, MEMORY } from "../memory.js"

const newFolder = (parent: string): Promise<string> => mkdtemp(join(parent, "boardwright-postgres-"))

/** A new folder on disk. */
export const scratchFolder = (): Promise<string> => newFolder(tmpdir())

/** A new folder for the data of a server: in memory where that is wanted and there is plenty of it, else on disk. */
export const dataFolder = async (inMemory: boolean): Promise<string> =>
  inMemory && (await hasMemory()) ? newFolder(MEMORY) : scratchFolder()
