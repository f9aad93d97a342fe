import { statSync } from "node:fs"
import type { DatabaseIdentity } from "@boardwright/sql"

/**
 * Inode and birth time of a database's file, which a copy does not share; nothing for `:memory:`. Without the device, whose
 * number may differ in a container and after a restart of the system. A copy into the same file is not noticed.
 */
export const databaseIdentity = (filename: string): DatabaseIdentity => {
  if (filename === ":memory:") return []
  const { birthtimeNs, ino } = statSync(filename, { bigint: true })
  return [String(ino), String(birthtimeNs)]
}
