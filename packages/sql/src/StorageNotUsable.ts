import { Data } from "effect"

/** The database cannot be used by this program as it is. `message` is one line for the person who starts it. */
export class StorageNotUsable extends Data.TaggedError("StorageNotUsable")<{
  readonly message: string
  readonly cause?: unknown
}> {}
