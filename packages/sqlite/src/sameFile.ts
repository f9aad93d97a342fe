import { existsSync, statSync } from "node:fs"
import { Ports } from "@boardwright/core"
import { Effect } from "effect"

/** How long a checked file is trusted while one of its name exists: as long as a group commit accepts transactions. */
const TRUSTED_MILLIS = 20

const identityOf = (filename: string): string | null => {
  try {
    const { dev, ino } = statSync(filename, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    // A file that cannot be examined counts as another one.
    return null
  }
}

/**
 * Fails once the name of the open database, or of its write-ahead log, refers to another file or none. An open file lives
 * on without its name, so writes to it would be acknowledged and lost with the process.
 */
export const sameFile = (filename: string): Effect.Effect<void, Ports.StorageUnavailable> => {
  const opened = [filename, `${filename}-wal`].map((name) => [name, identityOf(name)] as const)
  let trustedUntil = -Infinity
  // After `stat`, Linux writes more at the next sync (multigrain timestamps, 6.13), which took a tenth of the time of
  // sequential changes. Checking that the file exists costs almost nothing.
  const findGone = () => {
    const now = performance.now()
    if (now < trustedUntil) return opened.find(([name]) => !existsSync(name))
    const gone = opened.find(([name, identity]) => identityOf(name) !== identity)
    trustedUntil = gone === undefined ? now + TRUSTED_MILLIS : -Infinity
    return gone
  }
  return Effect.suspend(() => {
    const gone = findGone()
    if (gone === undefined) return Effect.void
    const cause = new Error(
      `${gone[0]} was moved, replaced or deleted while it was in use; put it back and start again`
    )
    return Effect.fail(new Ports.StorageUnavailable({ operation: "Transactor.begin", cause }))
  })
}
