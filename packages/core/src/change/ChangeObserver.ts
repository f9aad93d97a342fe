import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { StoredChange } from "./Change.js"

/** Called with the changes of each transaction, in the transaction. */
export type Observe = (changes: ReadonlyArray<StoredChange>) => Effect.Effect<void, StorageUnavailable>

/** The part of Boardwright that queues mails about changes; null where none are sent. */
export class ChangeObserver extends Context.Reference<ChangeObserver>()("@boardwright/core/ChangeObserver", {
  defaultValue: (): Observe | null => null
}) {}
