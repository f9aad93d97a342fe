import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./PortError.js"

/**
 * How storage's own form, which migrations give it, stands to the one that this version needs. A version goes on working
 * on a newer one; on an older one something that it needs is missing.
 */
export type SchemaState = "current" | "older" | "newer"

/** Whether storage answers, and in which form it is. */
export class StorageHealth extends Context.Tag("@boardwright/core/StorageHealth")<
  StorageHealth,
  {
    /** Succeeds when storage answers a trivial question. */
    readonly check: Effect.Effect<void, StorageUnavailable>
    /** Looked up anew each time; always `current` where storage has no form of its own. */
    readonly schema: Effect.Effect<SchemaState, StorageUnavailable>
  }
>() {}
