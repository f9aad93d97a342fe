import { System } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { Database } from "./Database.js"
import { DATABASE_FACT } from "./entities.js"
import { findBy, removeBy } from "./findBy.js"
import { byColumn, command } from "./statement.js"

const { name } = DATABASE_FACT

const make = Effect.map(Database, (db) => {
  const find = findBy(db, "DatabaseState.find", "boardwright_state", DATABASE_FACT, { name })
  const put = command(db, "DatabaseState.put", {
    given: DATABASE_FACT,
    text: (sql) => sql`insert into boardwright_state ${sql.insert(byColumn(DATABASE_FACT))}
      on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`
  })
  const remove = removeBy(db, "DatabaseState.remove", "boardwright_state", { name })

  return System.DatabaseState.of({
    find: (name) => find({ name }),
    put,
    remove: (name) => remove({ name })
  })
})

/** Facts about the database in its `boardwright_state`. */
export const layer: Layer.Layer<System.DatabaseState, never, Database> = Layer.effect(System.DatabaseState, make)
