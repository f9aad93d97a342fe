import { chmod, mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hasMemory, MEMORY } from "./memory.js"
import { Reaper } from "./postgres/Reaper.js"

/**
 * The temporary folder of this run and of the processes that it starts: in memory where there is plenty of it. On a disk a
 * quarter of the matrix of rights was SQLite's syncs. What a sync is good for is tested on disk, with the faults.
 */
export default async (): Promise<(() => Promise<void>) | undefined> => {
  const given = tmpdir()
  if (given.startsWith(MEMORY) || !(await hasMemory())) return
  const folder = await mkdtemp(join(MEMORY, "boardwright-test-"))
  // As /tmp: PostgreSQL and services run as users of their own.
  await chmod(folder, 0o1777)
  const reaper = new Reaper([folder])
  process.env["TMPDIR"] = folder
  return async () => {
    process.env["TMPDIR"] = given
    await reaper.reap()
  }
}
