import { Access, type Account, type Board, Change, type Task, type Values, type Workspace } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect } from "effect"
import {
  boardsManagedBy,
  boardsReadableBy,
  standingOn,
  workspacesManagedBy,
  workspacesReadableBy
} from "./boardAccess.js"
import { type Codec, count, flag, json, number, text, type ValuesOf } from "./codecs.js"
import type { Database } from "./Database.js"
import { SLICE, STORED_CHANGE, TOTAL } from "./entities.js"
import { isOneOf } from "./jsonLists.js"
import { columns, type Place, type Places, query } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Repository = Context.Tag.Service<Change.ChangeRepository>

/** The column of the positions: in SQLite, where transactions commit one after another, the id. */
export const positionOf = (sql: Statement.Constructor): Statement.Fragment =>
  sql.onDialectOrElse({ pg: () => sql.literal("position"), orElse: () => sql.literal("id") })

const serial: Codec<string> = { plain: [], encode: Number, decode: String }

const CHANGE = { ...STORED_CHANGE, id: serial, position: count }

const selectChange = (sql: Statement.Constructor): Statement.Fragment =>
  sql`${columns(sql, STORED_CHANGE, "c")}, c.id as "id", c.${positionOf(sql)} as "position"`

/** What narrows a list to an index. */
type Scope = "board" | "task" | "feed"

/** Stands for every type. */
const ALL = "*"

/** The filters, of which empty ones and `ALL` match everything, and the reader. */
const GIVEN = {
  boardId: text<Board.BoardId>(),
  taskId: text<Task.TaskId>(),
  workspaceId: text<Workspace.WorkspaceId>(),
  actorId: text<Account.UserId>(),
  types: json<ReadonlyArray<string>>(),
  userId: text<Account.UserId>()
}

interface Filter extends Change.ChangeFilter, Change.ActivityFilter {}

const valuesOf = (filter: Filter, userId: Account.UserId | null) => ({
  boardId: filter.boardId ?? ("" as Board.BoardId),
  taskId: filter.taskId ?? ("" as Task.TaskId),
  workspaceId: filter.workspaceId ?? ("" as Workspace.WorkspaceId),
  actorId: filter.actorId ?? ("" as Account.UserId),
  types: filter.types ?? [filter.type ?? ALL],
  userId: userId ?? ("" as Account.UserId)
})

type Readers = (typeof Change.CHANGE_READERS)[Change.ChangeType]

/** A condition: a user may read the change `c`. */
const isReadableBy = (sql: Statement.Constructor, userId: Place): Statement.Fragment => {
  const isFor = (readers: Readers) => {
    const types = Change.CHANGE_TYPES.filter((type) => Change.CHANGE_READERS[type] === readers)
    return sql`c.type in (${sql.literal(types.map((type) => `'${type}'`).join(", "))})`
  }
  const present = (boards: Statement.Fragment) =>
    sql`(select id from boardwright_board where deletion_id is null and id in ${boards})`
  return sql`(c.recipient_id = ${userId}
    or (${isFor("board")} and c.board_id in ${present(boardsReadableBy(sql, userId))})
    or (${isFor("managers")} and c.board_id in ${present(boardsManagedBy(sql, userId))})
    or ((${isFor("workspaceManagers")} or (${isFor("managers")} and c.board_id is null))
      and c.workspace_id in ${workspacesManagedBy(sql, userId)})
    or (${isFor("workspace")} and c.workspace_id in ${workspacesReadableBy(sql, userId)}))`
}

const RESTORES_TASKS = Access.BOARD_POLICY[Access.MAY_RESTORE.task].map((standing) => `'${standing}'`).join(", ")

/** A condition: the change `few` is of a task in the trash that a user may not restore. */
const isHiddenFrom = (sql: Statement.Constructor, userId: Place): Statement.Fragment =>
  sql`exists (select 1 from boardwright_task t join boardwright_deletion d on d.id = t.deletion_id
    join boardwright_board b on b.id = few.board_id join boardwright_workspace w on w.id = b.workspace_id
    where t.id = few.task_id and (d.purging or ${standingOn(sql, userId)} not in (${sql.literal(RESTORES_TASKS)})))`

/** A condition: the change `c` matches the filters and its reader may read it. */
const matches = (
  sql: Statement.Constructor,
  p: Places<typeof GIVEN>,
  scope: Scope,
  restricted: boolean
): Statement.Fragment => {
  const optional = (column: string, place: Place) => sql`(c.${sql.literal(column)} = ${place} or '' = ${place})`
  return sql.and([
    scope === "board" ? sql`c.board_id = ${p.boardId}` : optional("board_id", p.boardId),
    ...(scope === "task" ? [sql`c.task_id = ${p.taskId}`] : []),
    optional("workspace_id", p.workspaceId),
    optional("actor_id", p.actorId),
    sql`(${isOneOf(sql, "c.type", p.types)} or ${sql.literal(`'${JSON.stringify([ALL])}'`)} = ${p.types})`,
    ...(restricted ? [isReadableBy(sql, p.userId)] : [])
  ])
}

const scopeOf = ({ boardId, taskId }: Filter): Scope =>
  taskId !== undefined ? "task" : boardId !== undefined ? "board" : "feed"

/** Prepares statements without and with the condition of the reader. */
const forReader = <A>(prepare: (restricted: boolean) => A) => {
  const [operators, users] = [prepare(false), prepare(true)]
  return (userId: Account.UserId | null): A => (userId === null ? operators : users)
}

/**
 * Selects changes, of those that `some` selects by position, size, board and task, up to the one that takes them to
 * `MAX_FIELDS_BYTES`. What is hidden from the reader has the size of no fields.
 */
const withinBytes = (
  sql: Statement.Constructor,
  order: "asc" | "desc",
  some: Statement.Fragment,
  reader: Place | null
) => {
  const position = positionOf(sql)
  const inOrder = sql.literal(order)
  const hidden = reader === null ? sql`(1 = 0)` : isHiddenFrom(sql, reader)
  return sql`select ${selectChange(sql)}, part.hidden as "hidden", part.size as "size" from (
      select ${position}, hidden, size, sum(size) over (order by ${position} ${inOrder}) - size as before from (
        select ${position}, hidden, case when hidden then 2 else size end as size from (
          select few.${position}, few.size, ${hidden} as hidden from (${some}) as few) as seen) as measured) as part
    join boardwright_change c on c.${position} = part.${position}
    where part.before < ${sql.literal(String(Change.MAX_FIELDS_BYTES))} order by c.${position} ${inOrder}`
}

/** The columns that `withinBytes` needs. */
const known = (sql: Statement.Constructor): Statement.Fragment =>
  sql`c.${positionOf(sql)}, c.size, c.board_id, c.task_id`

const RESULT = { ...CHANGE, size: count, hidden: flag }

const toChange = ({ fields, hidden, size: _, ...change }: ValuesOf<typeof RESULT>): Change.Change => ({
  ...change,
  fields: hidden ? {} : Change.shownFields(fields)
})

const foundBy = (db: Db, restricted: boolean) =>
  query(db, "ChangeRepository.find", {
    given: { serial: count, id: text(), userId: GIVEN.userId },
    result: { ...STORED_CHANGE, id: serial, readable: flag },
    text: (sql, p) => sql`select ${columns(sql, STORED_CHANGE, "c")}, c.id as "id",
      ${restricted ? isReadableBy(sql, p.userId) : sql`(1 = 1)`} is true as "readable" from boardwright_change c
      where c.id = ${p.serial} or c.batch_id = ${p.id}
      order by c.id limit ${sql.literal(String(Change.MAX_FOUND + 1))}`
  })

/** Ids as the database gives them; no other text is one. */
const SERIAL = /^[1-9]\d{0,14}$/

const pageOf = (db: Db, scope: Scope, restricted: boolean) =>
  query(db, "ChangeRepository.list", {
    given: { ...GIVEN, after: number, until: number, limit: number },
    result: RESULT,
    text: (sql, p) => {
      const position = positionOf(sql)
      const some = sql`select ${known(sql)} from boardwright_change c
        where ${matches(sql, p, scope, restricted)} and c.${position} > ${p.after} and c.${position} <= ${p.until}
        order by c.${position} limit ${p.limit}`
      return withinBytes(sql, "asc", some, restricted ? p.userId : null)
    }
  })

const activityOf = (db: Db, scope: Scope, restricted: boolean) => {
  const from = (sql: Statement.Constructor, p: Places<typeof GIVEN>) => sql`boardwright_change c
    where ${matches(sql, p, scope, restricted)} and c.${positionOf(sql)} is not null`
  const page = query(db, "ChangeRepository.listNewest", {
    given: { ...GIVEN, ...SLICE },
    result: RESULT,
    text: (sql, p) => {
      const position = positionOf(sql)
      const some = sql`select ${known(sql)} from ${from(sql, p)}
        order by c.${position} desc limit ${p.limit} offset ${p.offset}`
      return withinBytes(sql, "desc", some, restricted ? p.userId : null)
    }
  })
  const total = query(db, "ChangeRepository.listNewest", {
    given: GIVEN,
    result: TOTAL,
    cacheable: true,
    text: (sql, p) => sql`select count(*) as "total" from ${from(sql, p)}`
  })
  return { page, total }
}

/** The part of the change repository that finds and lists changes. `head` is read first, so that a page ends at what is placed. */
export const changeLists = (db: Db, head: Repository["head"]): Pick<Repository, "find" | "list" | "listNewest"> => {
  const pages = (scope: Scope) => forReader((restricted) => pageOf(db, scope, restricted))
  const activities = (scope: Scope) => forReader((restricted) => activityOf(db, scope, restricted))
  const found = forReader((restricted) => foundBy(db, restricted))
  const lists = { feed: pages("feed"), board: pages("board"), task: pages("task") }
  const newest = { board: activities("board"), task: activities("task") }
  return {
    find: (id, userId) =>
      Effect.map(
        found(userId)({ serial: SERIAL.test(id) ? Number(id) : -1, id, userId: userId ?? ("" as Account.UserId) }),
        (rows) => (rows.every(({ readable }) => readable) ? rows.map(({ readable: _, ...change }) => change) : [])
      ),
    list: Effect.fnUntraced(function* (after, filter, userId, limit) {
      const { position } = yield* head
      const until = scopeOf(filter) === "feed" ? Math.min(position, after + Change.MAX_EXAMINED) : position
      const rows = yield* lists[scopeOf(filter)](userId)({ ...valuesOf(filter, userId), after, until, limit })
      const changes = rows.map(toChange)
      const bytes = rows.reduce((sum, { size }) => sum + size, 0)
      const isCut = rows.length === limit || bytes >= Change.MAX_FIELDS_BYTES
      return { changes, position: isCut ? (changes.at(-1)?.position ?? until) : until }
    }),
    listNewest: (filter, userId, { limit, offset }) => {
      const { page, total } = newest[filter.taskId === undefined ? "board" : "task"](userId)
      const values = valuesOf(filter, userId)
      return Effect.map(
        Effect.zip(page({ ...values, limit, offset }), total(values)),
        ([rows, [counted]]): Values.Page<Change.Change> => ({ items: rows.map(toChange), total: counted?.total ?? 0 })
      )
    }
  }
}
