import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./PortError.js"

/**
 * The schema of the database compared with the one that this version needs. This version works on a newer schema; on an
 * older one something that it needs is missing.
 */
export type SchemaState = "current" | "older" | "newer"

/** What a write would meet: nothing, a database that accepts no writes, or a full disk. */
export type WriteState = "ok" | "read-only" | "full"

export class StorageHealth extends Context.Tag("@boardwright/core/StorageHealth")<
  StorageHealth,
  {
    /** Succeeds if storage answers a trivial query. */
    readonly check: Effect.Effect<void, StorageUnavailable>
    /** Read each time; always `current` for storage without a schema. */
    readonly schema: Effect.Effect<SchemaState, StorageUnavailable>
    /** Found without writing: from the state of the database and its disk, and from how writes failed in the last 10 s. */
    readonly writes: Effect.Effect<WriteState, StorageUnavailable>
  }
>() {}
