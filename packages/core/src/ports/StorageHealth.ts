import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./Failures.js"

/** Whether storage answers. */
export class StorageHealth extends Context.Tag("@boardwright/core/StorageHealth")<
  StorageHealth,
  {
    /** Succeeds when storage answers a trivial question. */
    readonly check: Effect.Effect<void, StorageUnavailable>
  }
>() {}
