import { System } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { Database } from "./Database.js"
import { DATABASE_FACT } from "./entities.js"
import { byColumn, changing, columns, command, queryOne } from "./statement.js"

const { name } = DATABASE_FACT

const make = Effect.map(Database, (db) => {
  const find = queryOne(db, "DatabaseState.find", {
    given: { name },
    result: DATABASE_FACT,
    text: (sql, p) => sql`select ${columns(sql, DATABASE_FACT)} from boardwright_state where name = ${p.name}`
  })
  const put = command(db, "DatabaseState.put", {
    given: DATABASE_FACT,
    text: (sql) => sql`insert into boardwright_state ${sql.insert(byColumn(DATABASE_FACT))}
      on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`
  })
  const remove = changing(db, "DatabaseState.remove", {
    given: { name },
    text: (sql, p) => sql`delete from boardwright_state where name = ${p.name} returning name`
  })

  return System.DatabaseState.of({
    find: (name) => find({ name }),
    put,
    remove: (name) => remove({ name })
  })
})

/** Facts about the database in its `boardwright_state`. */
export const layer: Layer.Layer<System.DatabaseState, never, Database> = Layer.effect(System.DatabaseState, make)
