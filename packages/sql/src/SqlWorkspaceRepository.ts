import { Workspace } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect, Layer } from "effect"
import { Database } from "./Database.js"
import { boardsSeenBy } from "./boardsSeenBy.js"
import { insertOne } from "./insert.js"
import { paged } from "./paged.js"
import { SLICE, TOTAL, WORKSPACE } from "./rows.js"
import { byColumn, columns, command, forUpdate, query, queryOne, returning } from "./statement.js"

const id = { id: WORKSPACE.id }
const named = { name: WORKSPACE.name }
const user = { userId: WORKSPACE.ownerId }

const sharedWith = (sql: Statement.Constructor, userId: string) => sql`owner_id <> ${userId}
  and id in (select workspace_id from boardwright_board where id in ${boardsSeenBy(sql, userId)})`

const make = Effect.map(Database, (db) => {
  const insert = insertOne(db, "WorkspaceRepository.insert", "boardwright_workspace", WORKSPACE)
  const find = queryOne(db, "WorkspaceRepository.find", {
    point: true,
    given: id,
    result: WORKSPACE,
    text: (sql, p) => sql`select ${columns(sql, WORKSPACE)} from boardwright_workspace where id = ${p.id}`
  })
  const lock = queryOne(db, "WorkspaceRepository.lock", {
    given: id,
    result: WORKSPACE,
    text: (sql, p) =>
      sql`select ${columns(sql, WORKSPACE)} from boardwright_workspace where id = ${p.id} ${forUpdate(sql)}`
  })
  const list = query(db, "WorkspaceRepository.list", {
    given: { ...user, ...SLICE },
    result: WORKSPACE,
    text: (sql, p) => sql`select ${columns(sql, WORKSPACE)} from (
        select 0 as part, boardwright_workspace.* from boardwright_workspace where owner_id = ${p.userId}
        union all
        select 1 as part, boardwright_workspace.* from boardwright_workspace where ${sharedWith(sql, p.userId)}
      ) as visible order by part, created_at, id limit ${p.limit} offset ${p.offset}`
  })
  const total = query(db, "WorkspaceRepository.list", {
    given: user,
    result: TOTAL,
    text: (sql, p) => sql`select (select count(*) from boardwright_workspace where owner_id = ${p.userId})
      + (select count(*) from boardwright_workspace where ${sharedWith(sql, p.userId)}) as "total"`
  })
  const listAll = query(db, "WorkspaceRepository.listAll", {
    given: SLICE,
    result: WORKSPACE,
    text: (sql, p) => sql`select ${columns(sql, WORKSPACE)} from boardwright_workspace
      order by created_at, id limit ${p.limit} offset ${p.offset}`,
    heavy: true
  })
  const totalOfAll = query(db, "WorkspaceRepository.listAll", {
    given: {},
    result: TOTAL,
    text: (sql) => sql`select count(*) as "total" from boardwright_workspace`,
    heavy: true
  })
  const listNamed = query(db, "WorkspaceRepository.listNamed", {
    given: { ...named, ...SLICE },
    result: WORKSPACE,
    text: (sql, p) => sql`select ${columns(sql, WORKSPACE)} from boardwright_workspace where name = ${p.name}
      order by created_at, id limit ${p.limit} offset ${p.offset}`,
    heavy: true
  })
  const totalNamed = query(db, "WorkspaceRepository.listNamed", {
    given: named,
    result: TOTAL,
    text: (sql, p) => sql`select count(*) as "total" from boardwright_workspace where name = ${p.name}`,
    heavy: true
  })
  const countOwned = query(db, "WorkspaceRepository.countOwned", {
    given: user,
    result: TOTAL,
    text: (sql, p) => sql`select count(*) as "total" from boardwright_workspace where owner_id = ${p.userId}`
  })
  const replace = command(db, "WorkspaceRepository.replace", {
    given: WORKSPACE,
    text: (sql, p) =>
      sql`update boardwright_workspace set ${sql.update(byColumn(WORKSPACE, ["id", "ownerId"]))} where id = ${p.id}`
  })
  const remove = returning(db, "WorkspaceRepository.remove", {
    given: id,
    result: id,
    text: (sql, p) => sql`delete from boardwright_workspace where id = ${p.id} returning id`,
    heavy: true
  })

  return Workspace.WorkspaceRepository.of({
    insert: (workspace) => insert(workspace),
    find: (id) => find({ id }),
    lock: (id) => lock({ id }),
    list: (userId, slice) =>
      paged(slice, list({ userId, limit: slice.limit, offset: slice.offset }), total({ userId })),
    listAll: (slice) => paged(slice, listAll({ limit: slice.limit, offset: slice.offset }), totalOfAll({})),
    listNamed: (name, slice) =>
      paged(slice, listNamed({ name, limit: slice.limit, offset: slice.offset }), totalNamed({ name })),
    countOwned: (userId) => Effect.map(countOwned({ userId }), (rows) => rows[0]?.total ?? 0),
    replace: (workspace) => replace(workspace),
    remove: (id) => Effect.map(remove({ id }), (rows) => rows.length === 1)
  })
})

/** Workspaces in the database's `boardwright_workspace`. */
export const layer: Layer.Layer<Workspace.WorkspaceRepository, never, Database> = Layer.effect(
  Workspace.WorkspaceRepository,
  make
)
