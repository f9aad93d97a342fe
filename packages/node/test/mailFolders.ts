import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"

/** A folder that ends with the test. */
export const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "boardwright-mails-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)
