import { Change, type Ports } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect, Option } from "effect"
import { flag, text } from "./codecs.js"
import type { Database } from "./Database.js"
import { FEED_HEAD } from "./entities.js"
import { FEED, feedSource } from "./feedEpoch.js"
import { forUpdate, type Place, queryOne, returning } from "./statement.js"

type Db = Context.Tag.Service<Database>

const id = text()
const PLACED_HEAD = { ...FEED_HEAD, more: flag }

/** The row of the feed. */
const orMissing = <A>(found: Option.Option<A>): Effect.Effect<A> =>
  Option.match(found, {
    onNone: () => Effect.dieMessage("The row of boardwright_feed is missing"),
    onSome: Effect.succeed
  })

/** The head that a query finds, again after the feed was bound if another database may have taken the place of the former. */
export const boundHead = <A extends { readonly source: string }>(
  db: Db,
  find: Effect.Effect<Option.Option<A>, Ports.StorageUnavailable>
): Effect.Effect<Omit<A, "source">, Ports.StorageUnavailable> => {
  const head = Effect.flatMap(find, orMissing)
  return Effect.flatMap(head, (found) =>
    Effect.map(db.rebound?.(found.source, head) ?? Effect.succeed(found), ({ source: _, ...rest }) => rest)
  )
}

/** Selects the head of the feed `f`. In SQLite its position is the last id that was ever given. */
export const selectHead = (sql: Statement.Constructor, id: Place): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql`f.epoch as "epoch", f.position as "position", coalesce(
        (select min(position) from boardwright_change where position is not null) - 1, f.position) as "start"
      from boardwright_feed f where f.id = ${id}`,
    orElse: () => sql`f.epoch as "epoch", s.position as "position",
        coalesce((select min(id) from boardwright_change) - 1, s.position) as "start"
      from boardwright_feed f, (select coalesce(max(seq), 0) as position from sqlite_sequence
        where name = 'boardwright_change') as s where f.id = ${id}`
  })

/** An expression: committed changes wait for a position. */
export const hasUnplaced = (sql: Statement.Constructor): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql.literal("exists (select from boardwright_change where position is null)"),
    orElse: () => sql.literal("0")
  })

/** Places changes on PostgreSQL: the lock and the numbering are two statements, of which the second sees what is committed. */
export const placeChanges = (db: Db) => {
  const check = queryOne(db, "ChangeRepository.place", {
    given: { id },
    result: { ...PLACED_HEAD, source: text() },
    text: (sql, p) =>
      sql`select ${hasUnplaced(sql)} as "more", ${feedSource(sql)} as "source", ${selectHead(sql, p.id)}`
  })
  const lock = queryOne(db, "ChangeRepository.place", {
    given: { id },
    result: { id },
    text: (sql, p) => sql`select id as "id" from boardwright_feed where id = ${p.id} ${forUpdate(sql)}`
  })
  const number = returning(db, "ChangeRepository.place", {
    given: { id },
    result: PLACED_HEAD,
    text: (sql, p) => {
      const most = sql.literal(String(Change.MAX_PLACED))
      return sql`with head as (select ${selectHead(sql, p.id)}),
        unplaced as (select array(
          select id from boardwright_change where position is null order by id limit ${most} + 1) as ids),
        placed as (update boardwright_change c set position = head.position + n.number
          from head, unplaced, unnest(unplaced.ids) with ordinality as n (id, number)
          where c.id = n.id and n.number <= ${most} returning c.position),
        advanced as (update boardwright_feed f set position = placed.position
          from (select max(position) as position from placed having count(*) > 0) as placed where f.id = 'feed')
        select head.epoch as "epoch", coalesce((select max(position) from placed), head.position) as "position",
          head.start as "start", cardinality(unplaced.ids) > ${most} as "more" from head, unplaced`
    }
  })
  const place = Effect.gen(function* () {
    yield* lock({ id: FEED })
    const [head] = yield* number({ id: FEED })
    return yield* orMissing(Option.fromNullable(head))
  })
  return Effect.gen(function* () {
    const head = yield* boundHead(db, check({ id: FEED }))
    if (!head.more) return head
    return (yield* db.inTransaction) ? { ...head, more: false } : yield* db.atomic(place)
  })
}
