import { Ports } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { number } from "./columns.js"
import { Database } from "./Database.js"
import { query } from "./statement.js"

const make = Effect.map(Database, (db) => {
  const check = query(db, "StorageHealth.check", {
    given: {},
    result: { one: number },
    text: (sql) => sql`select 1 as "one"`
  })
  return Ports.StorageHealth.of({ check: Effect.suspend(() => Effect.asVoid(check({}))) })
})

/** Whether the database answers a read. */
export const layer: Layer.Layer<Ports.StorageHealth, never, Database> = Layer.effect(Ports.StorageHealth, make)
