import { Change } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { changeLists, positionOf } from "./changeLists.js"
import { changeReaders } from "./changeReaders.js"
import { count, flag, number, text, timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { FEED_HEAD, STORED_CHANGE } from "./entities.js"
import { FEED, feedSource, newEpoch } from "./feedEpoch.js"
import { insertMany } from "./insert.js"
import { among } from "./jsonLists.js"
import { boundHead, hasUnplaced, placeChanges, selectHead } from "./placeChanges.js"
import { command, type Place, queryOne, returning } from "./statement.js"

const id = text()

const make = Effect.map(Database, (db) => {
  const append = insertMany(db, "ChangeRepository.append", "boardwright_change", STORED_CHANGE, { unawaited: true })
  const findHead = queryOne(db, "ChangeRepository.head", {
    batched: true,
    given: { id },
    result: { ...FEED_HEAD, source: text() },
    text: (sql, p) => sql`select ${feedSource(sql)} as "source", ${selectHead(sql, p.id)}`
  })
  const headOf = (given: "board" | "task") => {
    const find = queryOne(db, "ChangeRepository.headOf", {
      batched: true,
      cacheable: true,
      given: { id, of: text() },
      result: { ...FEED_HEAD, source: text(), last: count, more: flag },
      text: (sql, p) => {
        const position = positionOf(sql)
        const last = (column: string, of: Place) =>
          sql`select max(${position}) as place from boardwright_change where ${sql.literal(column)} = ${of}
            and ${position} is not null`
        const board = given === "board" ? p.of : sql`(select board_id from boardwright_task where id = ${p.of})`
        const both = sql`${last("board_id", board)} union all ${last("task_id", p.of)}`
        return sql`select ${hasUnplaced(sql)} as "more", coalesce((select max(place)
          from (${given === "board" ? last("board_id", board) : both}) as latest), 0) as "last", ${feedSource(sql)} as "source",
          ${selectHead(sql, p.id)}`
      }
    })
    return (of: string) => boundHead(db, find({ id: FEED, of }))
  }
  const [headOfBoard, headOfTask] = [headOf("board"), headOf("task")]
  const removeBefore = returning(db, "ChangeRepository.removeBefore", {
    given: { at: timestamp, limit: number, through: count },
    result: { id: count },
    text: (sql, p) => {
      const position = positionOf(sql)
      const ids = sql`with oldest as (select id, ${position} as place, at from boardwright_change
          where ${position} is not null and ${position} <= ${p.through} order by ${position} limit ${p.limit})
        select id from oldest where place < coalesce((select min(place) from oldest where at >= ${p.at}),
          ${sql.literal(String(Number.MAX_SAFE_INTEGER))})`
      return sql`delete from boardwright_change where ${among(sql, sql.literal("id"), ids)} returning id as "id"`
    }
  })
  const clearing = (column: "board_id" | "task_id" | "workspace_id", and: string = "") => {
    const clear = returning(db, "ChangeRepository.clearFields", {
      given: { of: text(), after: count, limit: number },
      result: { position: count },
      text: (sql, p) => {
        const position = positionOf(sql)
        const next = sql`select ${position} from boardwright_change
          where ${sql.literal(column)} = ${p.of} ${sql.literal(and)} and ${position} > ${p.after} order by ${position} limit ${p.limit}`
        return sql`update boardwright_change set fields = '{}' where ${among(sql, position, next)}
          returning ${position} as "position"`
      }
    })
    return (of: string, after: number, limit: number) =>
      Effect.map(clear({ of, after, limit }), (cleared) =>
        cleared.length === 0 ? null : Math.max(...cleared.map(({ position }) => position))
      )
  }
  const [clearOnBoard, clearOfTask] = [clearing("board_id"), clearing("task_id")]
  const clearOfWorkspace = clearing("workspace_id", "and board_id is null")
  const eraseFields = command(db, "ChangeRepository.eraseFields", {
    given: { taskId: text(), subjectId: text() },
    text: (sql, p) => {
      // Changes with a position and those without have an index each.
      const some = (placed: string) => sql`select id from boardwright_change
        where task_id = ${p.taskId} and subject_id = ${p.subjectId} and ${positionOf(sql)} ${sql.literal(placed)}`
      const all = sql`${some("is not null")} union all ${some("is null")}`
      return sql`update boardwright_change set fields = '{}' where ${among(sql, sql.literal("id"), all)}`
    }
  })
  const renewEpoch = command(db, "ChangeRepository.renewEpoch", {
    given: { id },
    text: (sql, p) => sql`update boardwright_feed set epoch = ${newEpoch(sql)} where id = ${p.id}`
  })
  const head = Effect.suspend(() => boundHead(db, findHead({ id: FEED })))

  return Change.ChangeRepository.of({
    append,
    head,
    headOf: (of) => ("boardId" in of ? headOfBoard(of.boardId) : headOfTask(of.taskId)),
    place: db.dialect === "pg" ? placeChanges(db) : Effect.map(head, (placed) => ({ ...placed, more: false })),
    ...changeLists(db, head),
    ...changeReaders(db),
    removeBefore: (at, limit, through = Number.MAX_SAFE_INTEGER) =>
      Effect.map(removeBefore({ at, limit, through }), (removed) => removed.length),
    clearFields: (of, after, limit) => {
      if ("boardId" in of) return clearOnBoard(of.boardId, after, limit)
      return "taskId" in of ? clearOfTask(of.taskId, after, limit) : clearOfWorkspace(of.workspaceId, after, limit)
    },
    eraseFields: (taskId, subjectId) => eraseFields({ taskId, subjectId }),
    renewEpoch: Effect.suspend(() => renewEpoch({ id: FEED }))
  })
})

/** Changes in the database's `boardwright_change`, and the feed's epoch in `boardwright_feed`. */
export const layer: Layer.Layer<Change.ChangeRepository, never, Database> = Layer.effect(Change.ChangeRepository, make)
