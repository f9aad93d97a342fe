import { Effect, Option } from "effect"
import { now, type Timestamp } from "../values/Timestamp.js"
import { DatabaseState } from "./DatabaseState.js"

/** A backup of the database, as it was found to be good. */
export type Backup = {
  /** Of its file, without the folder; or as another tool calls it. */
  readonly name: string
  /** Its size; null if unknown. */
  readonly bytes: number | null
}

const LAST_BACKUP = "last-backup"

/** Records a backup that was just verified. */
export const recordBackup = Effect.fn("recordBackup")(function* ({ bytes, name }: Backup) {
  yield* (yield* DatabaseState).put({ name: LAST_BACKUP, value: { name, bytes }, updatedAt: yield* now })
})

/** The last backup that was recorded, and when. */
export const findLastBackup = Effect.map(
  Effect.flatMap(DatabaseState, ({ find }) => find(LAST_BACKUP)),
  Option.map(({ updatedAt, value }): Backup & { readonly at: Timestamp } => ({
    // Written by `recordBackup` alone.
    ...(value as Backup),
    at: updatedAt
  }))
)
