import { type Context, Effect, Option } from "effect"
import type * as Statement from "@effect/sql/Statement"
import { json, text } from "./codecs.js"
import type { Database } from "./Database.js"
import { command, queryOne } from "./statement.js"

/** The id of the one row of `boardwright_feed`. */
export const FEED = "feed"

/**
 * What a copy of a database does not share with the original, in parts. A part that cannot be read is null and equals
 * every other.
 */
export type DatabaseIdentity = ReadonlyArray<string | null>

const binding = json<DatabaseIdentity>()

/** The binding of a feed that keeps its epoch when it is bound for the first time. */
export const UNBOUND = "[]"

/** An expression: a random epoch. */
export const newEpoch = (sql: Statement.Constructor): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql`replace(gen_random_uuid()::text, '-', '')`,
    orElse: () => sql`lower(hex(randomblob(16)))`
  })

/**
 * An expression: where the row of the feed `f` is read. It changes when the table is made again, and when the server is restarted,
 * promoted or another one. Any role may read it, and it costs no access to a file.
 */
export const feedSource = (sql: Statement.Constructor): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () =>
      sql.literal(`concat_ws(' ', f.tableoid, (select oid from pg_database where datname = current_database()),
        pg_is_in_recovery(), extract(epoch from pg_postmaster_start_time()))`),
    orElse: () => sql.literal("''")
  })

/** Whether two identities may be of one database. */
export const isSameDatabase = (left: DatabaseIdentity, right: DatabaseIdentity): boolean =>
  left.length === right.length && left.every((part, at) => part === null || right[at] === null || part === right[at])

/**
 * Binds the feed to a database, and begins a new epoch if it was bound to another one. An adapter calls it when it has connected; several
 * that do so at once get one epoch. Writes nothing if the binding is the same. Returns the feed's `feedSource`.
 */
export const bindFeed = Effect.fnUntraced(function* (db: Context.Tag.Service<Database>, found: DatabaseIdentity) {
  const given = { id: text() }
  const find = queryOne(db, "ChangeRepository.bind", {
    given,
    result: { binding, source: text() },
    text: (sql, p) =>
      sql`select f.binding as "binding", ${feedSource(sql)} as "source" from boardwright_feed f where f.id = ${p.id}`
  })
  const bind = command(db, "ChangeRepository.bind", {
    given: { ...given, binding, bound: binding },
    text: (sql, p) => sql`insert into boardwright_feed (id, epoch, binding)
      values (${p.id}, ${newEpoch(sql)}, ${p.binding})
      on conflict (id) do update set binding = excluded.binding,
        epoch = case when boardwright_feed.binding = ${sql.literal(`'${UNBOUND}'`)} then boardwright_feed.epoch
          else excluded.epoch end
        where boardwright_feed.binding = ${p.bound}`
  })
  const stored = yield* find({ id: FEED })
  if (Option.isSome(stored) && isSameDatabase(stored.value.binding, found)) return stored.value.source
  yield* bind({ id: FEED, binding: found, bound: Option.isSome(stored) ? stored.value.binding : [] })
  return Option.getOrThrow(yield* find({ id: FEED })).source
})
