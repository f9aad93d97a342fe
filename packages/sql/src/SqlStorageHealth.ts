import { Ports } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { number } from "./codecs.js"
import { Database } from "./Database.js"
import { known } from "./migrate.js"
import { query } from "./statement.js"

/** `latest`: the migrations in the database that are at least as new as this program's newest. */
const stateOf = (latest: ReadonlyArray<{ readonly id: number }>): Ports.SchemaState => {
  if (latest.some(({ id }) => id > known)) return "newer"
  return latest.length === 0 ? "older" : "current"
}

const make = Effect.map(Database, (db) => {
  // Reads a row that always exists: `select 1` would not touch the file.
  const check = query(db, "StorageHealth.check", {
    given: { id: number },
    result: { id: number },
    text: (sql, p) => sql`select migration_id as "id" from boardwright_migrations where migration_id = ${p.id}`
  })
  const latest = query(db, "StorageHealth.schema", {
    given: { id: number },
    result: { id: number },
    text: (sql, p) => sql`select migration_id as "id" from boardwright_migrations where migration_id >= ${p.id}`
  })
  return Ports.StorageHealth.of({
    check: Effect.suspend(() => Effect.asVoid(check({ id: 1 }))),
    schema: Effect.suspend(() => Effect.map(latest({ id: known }), stateOf)),
    writes: db.writes
  })
})

/** Checks that the database answers a read, and compares its migrations with those of this program. */
export const layer: Layer.Layer<Ports.StorageHealth, never, Database> = Layer.effect(Ports.StorageHealth, make)
