import { Account, type Values } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { nullable, number, text } from "./codecs.js"
import { Database } from "./Database.js"
import { SECURITY_EVENT } from "./entities.js"
import { findBy } from "./findBy.js"
import { insertOne } from "./insert.js"
import { among } from "./jsonLists.js"
import { listInPages } from "./pages.js"
import { columns, command, returning } from "./statement.js"

const { at, id, type, userId } = SECURITY_EVENT

/** Stands for every type. */
const ALL = ""
const EVER = "1970-01-01T00:00:00.000Z" as Values.Timestamp.Timestamp

const LISTED = { ...SECURITY_EVENT, email: nullable(text()), actorName: nullable(text()) }

const FILTER = { userId, type: text(), since: at }

const make = Effect.map(Database, (db) => {
  const insert = insertOne(db, "SecurityEventRepository.insert", "boardwright_security_event", SECURITY_EVENT)
  const removeSurplus = command(db, "SecurityEventRepository.insert", {
    given: { id, userId, type, since: at, most: number },
    text: (sql, p) => sql`delete from boardwright_security_event where id = ${p.id} and (
      not exists (select 1 from boardwright_account where id = ${p.userId})
      or exists (select 1 from boardwright_security_event
        where user_id = ${p.userId} and type = ${p.type} and at > ${p.since} limit 1 offset ${p.most}))`
  })
  const find = findBy(db, "SecurityEventRepository.find", "boardwright_security_event", SECURITY_EVENT, { id })
  const listing = (ofUser: boolean) =>
    listInPages(db, `SecurityEventRepository.${ofUser ? "list" : "listAll"}`, {
      given: FILTER,
      result: LISTED,
      select: (sql) => sql`${columns(sql, SECURITY_EVENT, "e")},
        (select email from boardwright_account where id = e.user_id) as "email",
        (select name from boardwright_account where id = e.actor_id) as "actorName"`,
      from: (sql, p) => sql`boardwright_security_event e
        where ${ofUser ? sql`e.user_id = ${p.userId}` : sql`'' = ${p.userId}`} and e.at >= ${p.since}
        and (e.type = ${p.type} or '' = ${p.type})`,
      orderBy: "e.at desc, e.id desc"
    })
  const [listAll, listOfUser] = [listing(false), listing(true)]
  const removeBefore = returning(db, "SecurityEventRepository.removeBefore", {
    given: { at, limit: number },
    result: { id },
    text: (sql, p) => {
      const oldest = sql`select id from boardwright_security_event where at < ${p.at} order by at, id limit ${p.limit}`
      return sql`delete from boardwright_security_event where ${among(sql, sql.literal("id"), oldest)} returning id as "id"`
    }
  })

  return Account.SecurityEventRepository.of({
    insert: (event, most, since) => {
      const { id, type, userId } = event
      return db.atomic(Effect.zipRight(insert(event), removeSurplus({ id, userId, type, since, most })))
    },
    find: (id) => find({ id }),
    list: ({ since = EVER, type = ALL, userId }, slice) =>
      userId === undefined
        ? listAll({ userId: "" as Account.UserId, type, since }, slice)
        : listOfUser({ userId, type, since }, slice),
    removeBefore: (at, limit) => Effect.map(removeBefore({ at, limit }), (removed) => removed.length)
  })
})

/** The security log in the database's `boardwright_security_event`. */
export const layer: Layer.Layer<Account.SecurityEventRepository, never, Database> = Layer.effect(
  Account.SecurityEventRepository,
  make
)
