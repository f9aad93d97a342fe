import { Change } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect, Layer } from "effect"
import { timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { CONSUMER } from "./entities.js"
import { findBy, removeBy } from "./findBy.js"
import { isNotHeld } from "./holdDatabase.js"
import { byColumn, changing, columns, command, query } from "./statement.js"

const { name } = CONSUMER

const make = Effect.map(Database, (db) => {
  const find = findBy(db, "ConsumerRepository.find", "boardwright_consumer", CONSUMER, { name })
  const list = query(db, "ConsumerRepository.list", {
    given: {},
    result: CONSUMER,
    text: (sql) => sql`select ${columns(sql, CONSUMER)} from boardwright_consumer order by name`
  })
  const replacing = (operation: string, condition: (sql: Statement.Constructor) => Statement.Fragment) =>
    changing(db, operation, {
      given: { ...CONSUMER, before: timestamp },
      text: (sql, p) => sql`update boardwright_consumer set ${sql.update(byColumn(CONSUMER, ["name"]))}
        where name = ${p.name} and due_at = ${p.before} ${condition(sql)} returning name`
    })
  const take = replacing("ConsumerRepository.take", (sql) => sql`and ${isNotHeld(sql)}`)
  const replace = replacing("ConsumerRepository.replace", (sql) => sql.literal(""))

  const remove = removeBy(db, "ConsumerRepository.remove", "boardwright_consumer", { name })

  return Change.ConsumerRepository.of({
    insert: command(db, "ConsumerRepository.insert", {
      given: CONSUMER,
      text: (sql) =>
        sql`insert into boardwright_consumer ${sql.insert(byColumn(CONSUMER))} on conflict (name) do nothing`
    }),
    find: (name) => find({ name }),
    list: Effect.suspend(() => list({})),
    take: (consumer, before) => take({ ...consumer, before }),
    replace: (consumer, before) => replace({ ...consumer, before }),
    remove: (name) => remove({ name })
  })
})

/** Durable consumers in the database's `boardwright_consumer`. */
export const layer: Layer.Layer<Change.ConsumerRepository, never, Database> = Layer.effect(
  Change.ConsumerRepository,
  make
)
