import { constants } from "node:fs"
import { access, statfs } from "node:fs/promises"
import { dirname } from "node:path"
import type { Ports } from "@boardwright/core"
import { Effect } from "effect"

/** With less than this, a disk counts as full. */
const LEAST_FREE_BYTES = 256 * 1024

const readState = async (filename: string): Promise<Ports.WriteState> => {
  try {
    await access(filename, constants.W_OK)
  } catch {
    return "read-only"
  }
  const { bavail, bsize } = await statfs(dirname(filename))
  return bavail * bsize < LEAST_FREE_BYTES ? "full" : "ok"
}

/** What a write to a file would meet, by its file system. */
export const writeState = (filename: string): Effect.Effect<Ports.WriteState> =>
  Effect.promise(() => readState(filename))
