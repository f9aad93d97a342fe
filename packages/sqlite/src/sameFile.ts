import { statSync } from "node:fs"
import { Ports } from "@boardwright/core"
import { Effect } from "effect"

const identityOf = (filename: string): string | null => {
  try {
    const { dev, ino } = statSync(filename, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    // Whatever keeps it from being looked at: it is not known to be the one that was opened.
    return null
  }
}

/**
 * Fails once there is another file or none under the name of the open database, or of its write-ahead log. An open file
 * lives on without its name, so that everything written to it would be acknowledged, and be gone with the process.
 */
export const sameFile = (filename: string): Effect.Effect<void, Ports.StorageUnavailable> => {
  const opened = [filename, `${filename}-wal`].map((name) => [name, identityOf(name)] as const)
  return Effect.suspend(() => {
    const gone = opened.find(([name, identity]) => identityOf(name) !== identity)
    if (gone === undefined) return Effect.void
    const cause = new Error(
      `${gone[0]} was moved, replaced or deleted while it was in use; put it back and start again`
    )
    return Effect.fail(new Ports.StorageUnavailable({ operation: "Transactor.begin", cause }))
  })
}
