import { existsSync, statSync } from "node:fs"
import { Ports } from "@boardwright/core"
import { Effect } from "effect"

/** How long a file is taken for the one it was, while there is one under its name: no longer than a group takes members. */
const KNOWN_FOR_MILLIS = 20

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
  let knownUntil = -Infinity
  // Asked for a file's times, Linux has more to write when it is synced next (multigrain timestamps, 6.13), which took a
  // tenth of the time of changes that come one by one. To ask whether there is a file costs next to nothing.
  const findGone = () => {
    const now = performance.now()
    if (now < knownUntil) return opened.find(([name]) => !existsSync(name))
    const gone = opened.find(([name, identity]) => identityOf(name) !== identity)
    knownUntil = gone === undefined ? now + KNOWN_FOR_MILLIS : -Infinity
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
