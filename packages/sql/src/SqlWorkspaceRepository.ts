import { Workspace } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect, Layer } from "effect"
import { roleIn, workspacesReadableBy, workspacesWithRole } from "./boardAccess.js"
import { type Fields, json, nullable, text } from "./codecs.js"
import { Database } from "./Database.js"
import { SLICE, TOTAL, WORKSPACE } from "./entities.js"
import { findBy } from "./findBy.js"
import { insertOne } from "./insert.js"
import { isOneOf } from "./jsonLists.js"
import { membersOf } from "./membersOf.js"
import { listInPages, paged } from "./pages.js"
import {
  byColumn,
  changing,
  columns,
  command,
  forUpdate,
  type Place,
  type Places,
  query,
  queryOne
} from "./statement.js"

const id = { id: WORKSPACE.id }
const named = { name: WORKSPACE.name }
const user = { userId: WORKSPACE.ownerId }
const SHOWN = { ...WORKSPACE, role: nullable(text<NonNullable<Workspace.ShownWorkspace["role"]>>()) }
const workspaceIds = json<ReadonlyArray<string>>()

const sharedWith = (sql: Statement.Constructor, userId: Place) => sql`owner_id <> ${userId}
  and id in ${workspacesReadableBy(sql, userId)}`

const make = Effect.map(Database, (db) => {
  const insert = insertOne(db, "WorkspaceRepository.insert", "boardwright_workspace", WORKSPACE)
  const find = queryOne(db, "WorkspaceRepository.find", {
    batched: true,
    given: id,
    result: WORKSPACE,
    text: (sql, p) => sql`select ${columns(sql, WORKSPACE)} from boardwright_workspace where id = ${p.id}`
  })
  const lock = findBy(db, "WorkspaceRepository.lock", "boardwright_workspace", WORKSPACE, id, forUpdate)
  const listOf = <P extends Fields>(
    given: P,
    and: (sql: Statement.Constructor, p: Places<P>) => Statement.Fragment
  ) => {
    const all = { ...user, ...given }
    const own = (sql: Statement.Constructor, p: Places<typeof all>) => sql`owner_id = ${p.userId} ${and(sql, p)}`
    const shared = (sql: Statement.Constructor, p: Places<typeof all>) =>
      sql`${sharedWith(sql, p.userId)} ${and(sql, p)}`
    const list = query(db, "WorkspaceRepository.list", {
      given: { ...all, ...SLICE },
      result: SHOWN,
      text: (sql, p) => sql`select ${columns(sql, SHOWN)} from (
          select 0 as part, 'owner' as role, w.* from boardwright_workspace w where ${own(sql, p)}
          union all
          select 1 as part, ${roleIn(sql, p.userId)} as role, w.* from boardwright_workspace w where ${shared(sql, p)}
        ) as visible order by part, created_at, id limit ${p.limit} offset ${p.offset}`
    })
    const total = query(db, "WorkspaceRepository.list", {
      given: all,
      result: TOTAL,
      text: (sql, p) => sql`select (select count(*) from boardwright_workspace where ${own(sql, p)})
        + (select count(*) from boardwright_workspace where ${shared(sql, p)}) as "total"`
    })
    return { list, total }
  }
  const everywhere = listOf({}, (sql) => sql``)
  const within = listOf({ workspaceIds }, (sql, p) => sql`and ${isOneOf(sql, "id", p.workspaceIds)}`)
  const everyWorkspace = {
    result: WORKSPACE,
    select: (sql: Statement.Constructor) => columns(sql, WORKSPACE),
    orderBy: "created_at, id",
    heavy: true
  }
  const listAll = listInPages(db, "WorkspaceRepository.listAll", {
    ...everyWorkspace,
    given: {},
    from: (sql) => sql`boardwright_workspace`
  })
  const listNamed = listInPages(db, "WorkspaceRepository.listNamed", {
    ...everyWorkspace,
    given: named,
    from: (sql, p) => sql`boardwright_workspace where name = ${p.name}`
  })
  const lockOf = query(db, "WorkspaceRepository.lockOf", {
    given: user,
    result: WORKSPACE,
    text: (sql, p) => sql`select ${columns(sql, WORKSPACE)} from boardwright_workspace
      where id in ${workspacesWithRole(sql, p.userId)} order by id ${forUpdate(sql)}`
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
  const setOwner = command(db, "WorkspaceRepository.setOwner", {
    given: { id: WORKSPACE.id, ownerId: WORKSPACE.ownerId },
    text: (sql, p) => sql`update boardwright_workspace set owner_id = ${p.ownerId} where id = ${p.id}`
  })
  // The time of these deletions is not used: they are purged at once.
  const leaveDeletions = command(db, "WorkspaceRepository.remove", {
    given: id,
    text: (sql, p) => sql`insert into boardwright_deletion
        (id, at, actor_id, kind, workspace_id, board_id, subject_id, name, purging)
      select id, created_at, null, 'board', workspace_id, id, id, '', true from (
        select id, created_at, workspace_id from boardwright_board where workspace_id = ${p.id}
        union all select id, created_at, id from boardwright_workspace where id = ${p.id}) as places`
  })
  const remove = changing(db, "WorkspaceRepository.remove", {
    given: id,
    text: (sql, p) => sql`delete from boardwright_workspace where id = ${p.id} returning id`,
    heavy: true
  })

  return Workspace.WorkspaceRepository.of({
    insert: (workspace) => insert(workspace),
    find: (id) => find({ id }),
    lock: (id) => lock({ id }),
    list: (userId, slice, places = null) => {
      const { limit, offset } = slice
      if (places === null) {
        return paged(slice, everywhere.list({ userId, limit, offset }), everywhere.total({ userId }))
      }
      const values = { userId, workspaceIds: places.map(({ workspaceId }) => workspaceId) }
      return paged(slice, within.list({ ...values, limit, offset }), within.total(values))
    },
    listAll: (slice) => listAll({}, slice),
    listNamed: (name, slice) => listNamed({ name }, slice),
    lockOf: (userId) => lockOf({ userId }),
    countOwned: (userId) => Effect.map(countOwned({ userId }), (rows) => rows[0]?.total ?? 0),
    replace: (workspace) => replace(workspace),
    setOwner: (id, ownerId) => setOwner({ id, ownerId }),
    ...membersOf(db, "WorkspaceRepository", {
      table: "boardwright_workspace_member",
      column: "workspace_id",
      id: WORKSPACE.id
    }),
    remove: (id) => db.atomic(Effect.zipRight(leaveDeletions({ id }), remove({ id })))
  })
})

/** Workspaces in the database's `boardwright_workspace` and `_workspace_member`. */
export const layer: Layer.Layer<Workspace.WorkspaceRepository, never, Database> = Layer.effect(
  Workspace.WorkspaceRepository,
  make
)
