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
 * Fails once there is another file or none under the name of the one that is open now. An open file lives on without its
 * name, so that everything written to it would be acknowledged, and be gone with the process.
 */
export const sameFile = (filename: string): Effect.Effect<void, Ports.StorageUnavailable> => {
  const opened = identityOf(filename)
  const cause = new Error(`${filename} was moved, replaced or deleted while it was in use; put it back and start again`)
  return Effect.suspend(() =>
    identityOf(filename) === opened
      ? Effect.void
      : Effect.fail(new Ports.StorageUnavailable({ operation: "Transactor.begin", cause }))
  )
}
