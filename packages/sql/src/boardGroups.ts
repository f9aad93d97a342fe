import type { Board } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect, Option } from "effect"
import { accessOf, BOARD_ACCESS, selectAccess } from "./boardAccess.js"
import { bindingsAndTyped, selectTyped, TYPED } from "./boardCells.js"
import { count, flag, json, nullable, type ValuesOf } from "./codecs.js"
import type { Database } from "./Database.js"
import { BOARD, GROUP, MEMBER, RANK, TASK } from "./entities.js"
import { insertOne } from "./insert.js"
import { isOneOf } from "./jsonLists.js"
import {
  byColumn,
  columns,
  command,
  forReference,
  forReferenceToB,
  forRemoval,
  forUpdate,
  hasChanged,
  type Places,
  query,
  queryOne,
  returning
} from "./statement.js"

type Db = Context.Tag.Service<Database>
type Groups = Pick<
  Context.Tag.Service<Board.BoardRepository>,
  "insertGroup" | "findPlace" | "holdGroup" | "lockGroup" | "holdGroups" | "removeGroup" | "replaceGroup" | "groupsEnd"
>

const board = { boardId: BOARD.id }
const boardAndCaller = { ...board, userId: nullable(MEMBER.userId) }

const LAST_TASK_RANK = { lastTaskRank: nullable(RANK.rank) }
const GROUP_WITH_END = { ...GROUP, ...LAST_TASK_RANK }

/** A board and one of its groups, or none. */
const PLACE = {
  ...BOARD_ACCESS,
  groupId: nullable(GROUP.id),
  groupName: nullable(GROUP.name),
  groupColor: nullable(GROUP.color),
  ...LAST_TASK_RANK,
  ...TYPED,
  hasChanged: flag
}

const lastTaskRank = (sql: Statement.Constructor, boardId: string) => sql`(select rank from boardwright_task
  where board_id = ${sql.literal(boardId)} order by rank desc, id desc limit 1) as "lastTaskRank"`

const place = (sql: Statement.Constructor, p: Places<typeof boardAndCaller>, isGroup: Statement.Fragment) => sql`
  select ${selectAccess(sql, p.userId)}, g.id as "groupId", g.name as "groupName", g.color as "groupColor",
    ${lastTaskRank(sql, "b.id")}, ${selectTyped(sql, "b.id")},
    ${hasChanged(sql, "b", "boardwright_board")} as "hasChanged"
  from boardwright_board b join boardwright_workspace w on w.id = b.workspace_id
  left join boardwright_group g on ${isGroup} where b.id = ${p.boardId} and b.deletion_id is null
  ${forReferenceToB(sql)}`

const toPlace = (row: ValuesOf<typeof PLACE>): Board.TaskPlace => {
  const { groupColor: color, groupId: id, groupName: name, lastTaskRank, typed } = row
  const group = id === null || name === null || color === null ? null : { id, name, color, lastTaskRank }
  return { access: accessOf(row), group: Option.fromNullable(group), ...bindingsAndTyped(typed) }
}

/** Prepares a statement that reads the last rank and the length of an ordered list of a board. */
export const listEnd = (db: Db, operation: string, table: string) => {
  const end = queryOne(db, operation, {
    given: board,
    result: { rank: nullable(RANK.rank), count },
    text: (sql, p) => sql`select (select rank from ${sql.literal(table)} where board_id = ${p.boardId}
        order by rank desc, id desc limit 1) as "rank",
      (select count(*) from ${sql.literal(table)} where board_id = ${p.boardId}) as "count"`
  })
  return (boardId: Board.BoardId) => Effect.map(end({ boardId }), Option.getOrThrow)
}

/** The part of the board repository that stores groups. */
export const boardGroups = (db: Db): Groups => {
  const insert = insertOne(db, "BoardRepository.insertGroup", "boardwright_group", { ...board, ...GROUP, ...RANK })
  const placeInFirst = queryOne(db, "BoardRepository.findPlace", {
    given: boardAndCaller,
    result: PLACE,
    text: (sql, p) => {
      const first = sql`g.id = (select id from boardwright_group where board_id = b.id order by rank, id limit 1)`
      return place(sql, p, first)
    }
  })
  const placeIn = queryOne(db, "BoardRepository.findPlace", {
    given: { ...boardAndCaller, groupId: GROUP.id },
    result: PLACE,
    text: (sql, p) => place(sql, p, sql`g.id = ${p.groupId} and g.board_id = b.id`)
  })
  const ofTask = (operation: string, locked: typeof forUpdate) =>
    queryOne(db, operation, {
      given: { taskId: TASK.id, id: GROUP.id },
      result: GROUP_WITH_END,
      text: (sql, p) => sql`select ${columns(sql, GROUP, "g")}, ${lastTaskRank(sql, "g.board_id")}
      from boardwright_group g
      where g.id = ${p.id} and g.board_id = (
        select board_id from boardwright_task where id = ${p.taskId} and deletion_id is null)
      ${locked(sql)}`
    })
  const hold = ofTask("BoardRepository.holdGroup", forReference)
  const lock = ofTask("BoardRepository.lockGroup", forUpdate)
  const several = (locked: typeof forUpdate) =>
    query(db, "BoardRepository.holdGroups", {
      given: { ...board, ids: json<ReadonlyArray<string>>() },
      result: GROUP,
      text: (sql, p) => sql`select ${columns(sql, GROUP)} from boardwright_group
        where board_id = ${p.boardId} and ${isOneOf(sql, "id", p.ids)} order by id ${locked(sql)}`
    })
  const [holdSeveral, lockSeveral] = [several(forReference), several(forUpdate)]
  const lockForRemoval = queryOne(db, "BoardRepository.removeGroup", {
    given: { ...board, id: GROUP.id },
    result: { id: GROUP.id },
    text: (sql, p) => sql`select id as "id" from boardwright_group
      where id = ${p.id} and board_id = ${p.boardId} ${forRemoval(sql)}`
  })
  const removeEmpty = returning(db, "BoardRepository.removeGroup", {
    given: { ...board, id: GROUP.id },
    result: { ...GROUP, ...RANK },
    text: (sql, p) => sql`delete from boardwright_group where id = ${p.id} and board_id = ${p.boardId}
      and not exists (select 1 from boardwright_task t where t.board_id = boardwright_group.board_id
        and t.group_id = boardwright_group.id) returning ${columns(sql, { ...GROUP, ...RANK })}`
  })
  const replace = command(db, "BoardRepository.replaceGroup", {
    given: { ...board, ...GROUP },
    text: (sql, p) => sql`update boardwright_group set ${sql.update(byColumn(GROUP, ["id"]))}
      where id = ${p.id} and board_id = ${p.boardId}`
  })
  const end = listEnd(db, "BoardRepository.groupsEnd", "boardwright_group")
  return {
    insertGroup: (boardId, group) => insert({ ...group, boardId }),
    findPlace: (boardId, groupId, userId) => {
      const row = groupId === null ? placeInFirst({ boardId, userId }) : placeIn({ boardId, userId, groupId })
      const isOutdated = Option.exists<ValuesOf<typeof PLACE>>(({ hasChanged }) => hasChanged)
      const fresh = Effect.flatMap(row, (found) => (isOutdated(found) ? row : Effect.succeed(found)))
      return Effect.map(fresh, Option.map(toPlace))
    },
    holdGroup: (taskId, id) => hold({ taskId, id }),
    lockGroup: (taskId, id) => lock({ taskId, id }),
    holdGroups: (boardId, ids, locked) => {
      if (ids.length === 0) return Effect.succeed([])
      return locked ? lockSeveral({ boardId, ids }) : holdSeveral({ boardId, ids })
    },
    // Two statements: the second sees the tasks that were placed in the group before the first had its lock.
    removeGroup: (boardId, id) =>
      Effect.zipRight(
        lockForRemoval({ boardId, id }),
        Effect.map(removeEmpty({ boardId, id }), ([removed]) => Option.fromNullable(removed))
      ),
    replaceGroup: (boardId, group) => replace({ ...group, boardId }),
    groupsEnd: (boardId) => end(boardId)
  }
}
