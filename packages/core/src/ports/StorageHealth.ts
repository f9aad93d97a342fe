import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./PortError.js"

/**
 * The schema of the database compared with the one that this version needs. This version works on a newer schema; on an
 * older one something that it needs is missing.
 */
export type SchemaState = "current" | "older" | "newer"

export class StorageHealth extends Context.Tag("@boardwright/core/StorageHealth")<
  StorageHealth,
  {
    /** Succeeds if storage answers a trivial query. */
    readonly check: Effect.Effect<void, StorageUnavailable>
    /** Read each time; always `current` for storage without a schema. */
    readonly schema: Effect.Effect<SchemaState, StorageUnavailable>
  }
>() {}
