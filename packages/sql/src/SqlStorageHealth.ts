import { Ports } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { number } from "./columns.js"
import { Database } from "./Database.js"
import { known } from "./migrate.js"
import { query } from "./statement.js"

/** By those migrations from our newest on that the database has. */
const stateOf = (latest: ReadonlyArray<{ readonly id: number }>): Ports.SchemaState => {
  if (latest.some(({ id }) => id > known)) return "newer"
  return latest.length === 0 ? "older" : "current"
}

const make = Effect.map(Database, (db) => {
  // A row that is always there: a bare `select 1` would not even look at the file.
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
    schema: Effect.suspend(() => Effect.map(latest({ id: known }), stateOf))
  })
})

/** Whether the database answers a read, and which migrations it has. */
export const layer: Layer.Layer<Ports.StorageHealth, never, Database> = Layer.effect(Ports.StorageHealth, make)
