import { Access, Trash } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect, Layer, Option } from "effect"
import { BOARD_ACCESS, selectAccess, standingOn } from "./boardAccess.js"
import { type Fields, flag, json, nullable, number, text, timestamp } from "./codecs.js"
import { Database } from "./Database.js"
import { DELETION, MEMBER } from "./entities.js"
import { insertMany, insertOne } from "./insert.js"
import { listInPages } from "./pages.js"
import { purgeStatements } from "./purgeStatements.js"
import { columns, command, forUpdateOfT, type Places, query, queryOne } from "./statement.js"
import { isInPlaces, PLACES, placesOf } from "./tokenPlaces.js"

type Db = Context.Tag.Service<Database>

const id = { id: DELETION.id }
const user = { userId: nullable(MEMBER.userId) }
const { boardId: _board, workspaceId: _workspace, ...OWN } = DELETION
const subject = { subjectId: text(), deletionId: nullable(DELETION.id) }

/** The tables of what can be in the trash. */
const TABLES = { board: "boardwright_board", task: "boardwright_task" } as const

/** A condition: the standing of a deletion `d` may restore it. */
const mayRestore = (sql: Statement.Constructor): Statement.Fragment => {
  const kinds = Object.entries(Access.MAY_RESTORE).map(([kind, action]) => {
    const standings = Access.BOARD_POLICY[action].map((standing) => `'${standing}'`).join(", ")
    return `(kind = '${kind}' and standing in (${standings}))`
  })
  return sql`(${sql.literal(kinds.join(" or "))})`
}

/** The deletions of a place, of which a user sees those that the user may restore. */
const deletionsIn = <P extends Fields>(
  db: Db,
  place: "boardId" | "workspaceId",
  restricted: boolean,
  given: P,
  and: (sql: Statement.Constructor, p: Places<P>) => Statement.Fragment
) =>
  listInPages(db, "TrashRepository.list", {
    given: { place: text(), ...user, ...given },
    result: DELETION,
    from: (sql, p: Places<{ place: typeof DELETION.subjectId } & typeof user & P>) => {
      const column = sql.literal(place === "boardId" ? "board_id" : "workspace_id")
      // Not joined, because PostgreSQL would read all boards for that.
      const ofBoard = (selected: Statement.Fragment) => sql`(select ${selected} from boardwright_board b
        join boardwright_workspace w on w.id = b.workspace_id where b.id = t.board_id)`
      const standing = restricted ? sql`, ${ofBoard(standingOn(sql, p.userId))} as standing` : sql``
      return sql`(select t.*, ${ofBoard(sql`b.deletion_id`)} as board_deletion_id${standing}
          from boardwright_deletion t where t.${column} = ${p.place} and not t.purging ${and(sql, p)}) as d
        where (kind = 'board' or board_deletion_id is null) and ${restricted ? mayRestore(sql) : sql`true`}`
    },
    orderBy: "at desc, id desc"
  })

const make = Effect.map(Database, (db) => {
  const insert = insertOne(db, "TrashRepository.put", "boardwright_deletion", { ...DELETION, purging: flag })
  const markIn = (operation: string, kind: Trash.DeletedKind) =>
    command(db, operation, {
      given: subject,
      text: (sql, p) =>
        sql`update ${sql.literal(TABLES[kind])} set deletion_id = ${p.deletionId} where id = ${p.subjectId}`
    })
  const marks = { board: markIn("TrashRepository.put", "board"), task: markIn("TrashRepository.put", "task") }
  const insertAll = insertMany(db, "TrashRepository.putTasks", "boardwright_deletion", { ...DELETION, purging: flag })
  const markTasks = command(db, "TrashRepository.putTasks", {
    given: { list: json<ReadonlyArray<object>>() },
    text: (sql, p) =>
      sql.onDialectOrElse({
        pg: () => sql`update boardwright_task t set deletion_id = d.id
          from json_to_recordset(${p.list}::json) d (id text, task text) where t.id = d.task`,
        orElse: () => sql`update boardwright_task set deletion_id = value ->> 'id' from json_each(${p.list})
          where boardwright_task.id = value ->> 'task'`
      })
  })
  const forget = command(db, "TrashRepository.restore", {
    given: id,
    text: (sql, p) => sql`delete from boardwright_deletion where id = ${p.id}`
  })
  const everywhere = (place: "boardId" | "workspaceId", restricted: boolean) =>
    deletionsIn(db, place, restricted, {}, (sql) => sql``)
  const lists = {
    boardId: [everywhere("boardId", false), everywhere("boardId", true)],
    workspaceId: [everywhere("workspaceId", false), everywhere("workspaceId", true)]
  } as const
  const within = deletionsIn(
    db,
    "workspaceId",
    true,
    PLACES,
    (sql, p) => sql`and ${isInPlaces(sql, p, "t.board_id", "t.workspace_id")}`
  )
  const lock = queryOne(db, "TrashRepository.lock", {
    given: { ...id, ...user },
    result: { ...OWN, ...BOARD_ACCESS, isBoardInTrash: flag },
    text: (sql, p) => sql`select ${columns(sql, OWN, "t")}, ${selectAccess(sql, p.userId)},
      b.deletion_id is not null as "isBoardInTrash"
      from boardwright_deletion t join boardwright_board b on b.id = t.board_id
      join boardwright_workspace w on w.id = b.workspace_id
      where t.id = ${p.id} and not t.purging ${forUpdateOfT(sql)}`
  })
  const idIn = (kind: Trash.DeletedKind) =>
    queryOne(db, "TrashRepository.idOf", {
      given: { subjectId: text() },
      result: { deletionId: nullable(DELETION.id) },
      text: (sql, p) =>
        sql`select deletion_id as "deletionId" from ${sql.literal(TABLES[kind])} where id = ${p.subjectId}`
    })
  const ids = { board: idIn("board"), task: idIn("task") }
  const startPurging = command(db, "TrashRepository.startPurging", {
    given: id,
    text: (sql, p) => sql`update boardwright_deletion set purging = true where id = ${p.id}`
  })
  const old = query(db, "TrashRepository.listOld", {
    given: { before: timestamp, limit: number },
    result: DELETION,
    text: (sql, p) => sql`select ${columns(sql, DELETION)} from boardwright_deletion
      where at < ${p.before} and not purging order by at limit ${p.limit}`
  })
  const purging = query(db, "TrashRepository.listPurging", {
    given: { limit: number },
    result: DELETION,
    text: (sql, p) =>
      sql`select ${columns(sql, DELETION)} from boardwright_deletion where purging = true order by id limit ${p.limit}`
  })

  return Trash.TrashRepository.of({
    put: (deletion, purging) => {
      const { id: deletionId, kind, subjectId } = deletion
      return db.atomic(Effect.zipRight(insert({ ...deletion, purging }), marks[kind]({ subjectId, deletionId })))
    },
    putTasks: (deletions) => {
      if (deletions.length === 0) return Effect.void
      const list = deletions.map(({ id, subjectId }) => ({ id, task: subjectId }))
      const rows = deletions.map((deletion) => ({ ...deletion, purging: false }))
      return db.atomic(Effect.zipRight(insertAll(rows), markTasks({ list })))
    },
    list: (place, userId, slice, places = null) => {
      const restricted = userId === null ? 0 : 1
      if (places !== null && "workspaceId" in place) {
        return within({ place: place.workspaceId, userId, ...placesOf(places) }, slice)
      }
      return "boardId" in place
        ? lists.boardId[restricted]({ place: place.boardId, userId }, slice)
        : lists.workspaceId[restricted]({ place: place.workspaceId, userId }, slice)
    },
    lock: (id, userId) =>
      Effect.map(
        lock({ id, userId }),
        Option.map(({ isBoardInTrash, ownerId, standing, ...deletion }) => {
          const { boardId, workspaceId } = deletion
          return { deletion, access: { boardId, workspaceId, ownerId, standing }, isBoardInTrash }
        })
      ),
    idOf: (kind, subjectId) =>
      Effect.map(
        ids[kind]({ subjectId }),
        Option.flatMap(({ deletionId }) => Option.fromNullable(deletionId))
      ),
    restore: ({ id, kind, subjectId }) =>
      db.atomic(Effect.zipRight(marks[kind]({ subjectId, deletionId: null }), forget({ id }))),
    startPurging: (id) => startPurging({ id }),
    listOld: (before, limit) => old({ before, limit }),
    listPurging: (limit) => purging({ limit }),
    removeSome: purgeStatements(db)
  })
})

/** Deletions in the database's `boardwright_deletion`, and marks on what they hold. */
export const layer: Layer.Layer<Trash.TrashRepository, never, Database> = Layer.effect(Trash.TrashRepository, make)
