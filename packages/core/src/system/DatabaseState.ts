import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Json } from "../values/Json.js"
import type { Timestamp } from "../values/Timestamp.js"

export interface DatabaseFact {
  readonly name: string
  readonly value: Json
  readonly updatedAt: Timestamp
}

/**
 * Stores facts about this database as a whole, such as its last backup, each under a name. They describe the database and not
 * what is in it, so another database that is filled from this one does not take them over.
 */
export class DatabaseState extends Context.Tag("@boardwright/core/DatabaseState")<
  DatabaseState,
  {
    readonly find: (name: string) => Effect.Effect<Option.Option<DatabaseFact>, StorageUnavailable>
    /** Stores a fact in place of the one with its name, if there is one. */
    readonly put: (fact: DatabaseFact) => Effect.Effect<void, StorageUnavailable>
    /** Removes a fact and returns whether there was one. */
    readonly remove: (name: string) => Effect.Effect<boolean, StorageUnavailable>
  }
>() {}
