import { Board } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import type { Context } from "effect"
import { text } from "./codecs.js"
import type { Database } from "./Database.js"
import { BOARD, MEMBER } from "./entities.js"
import { among } from "./jsonLists.js"
import { listInPages } from "./pages.js"
import type { Place } from "./statement.js"

const placeOf = (appearance: Board.Appearance): string => String(Board.APPEARANCES.indexOf(appearance))

/** An expression: the appearance at a place of the order. */
const appearanceAt = (place: string): string =>
  `case ${place} ${Board.APPEARANCES.map((appearance, at) => `when ${at} then '${appearance}'`).join(" ")} end`

/** Selects the entries of the cells of a board's columns of people: ids of users, and other texts. */
const peopleInCells = (sql: Statement.Constructor, boardId: Place): Statement.Fragment => {
  const [value, entries] = sql.onDialectOrElse({
    pg: () => {
      const cell = "t.column_values -> c.id::text"
      const list = `case json_typeof(${cell}) when 'array' then ${cell} else json_build_array(${cell}) end`
      return [`e.value collate "C"`, `cross join lateral json_array_elements_text(${list}) as e (value)`]
    },
    orElse: () => ["json_each.value", `join json_each(t.column_values, '$."' || c.id || '"')`]
  })
  return sql`select ${sql.literal(value)} from boardwright_column c
    join boardwright_task t on t.board_id = c.board_id and t.deletion_id is null ${sql.literal(entries)}
    where c.board_id = ${boardId} and lower(c.type) = 'person'`
}

/** Selects user ids and places, several for some users. */
const appearances = (sql: Statement.Constructor, boardId: Place): Statement.Fragment => {
  const none = sql.literal(placeOf("none"))
  const onTasks = (table: string) => sql`select user_id, ${none} from ${sql.literal(table)}
    where ${among(sql, sql`task_id`, sql`select id from boardwright_task where board_id = ${boardId} and deletion_id is null`)}`
  const placeOfRole = sql`case role when 'admin' then ${sql.literal(placeOf("admin"))}
    when 'editor' then ${sql.literal(placeOf("editor"))} else ${sql.literal(placeOf("viewer"))} end as place`
  const workspace = sql`(select workspace_id from boardwright_board where id = ${boardId})`
  return sql`select user_id, ${placeOfRole} from boardwright_member where board_id = ${boardId}
    union all select user_id, ${placeOfRole} from boardwright_workspace_member where workspace_id = ${workspace}
    union all select w.owner_id, ${sql.literal(placeOf("owner"))} from boardwright_board b
      join boardwright_workspace w on w.id = b.workspace_id where b.id = ${boardId}
    union all select user_id, ${sql.literal(placeOf("invited"))} from boardwright_invitation
      where (board_id = ${boardId} or workspace_id = ${workspace}) and status = 'pending' and email is null
    union all ${onTasks("boardwright_task_assignee")}
    union all ${onTasks("boardwright_comment")}
    union all ${onTasks("boardwright_time_entry")}
    union all select m.user_id, ${none} from boardwright_member m join boardwright_board o on o.id = m.board_id
      where o.workspace_id = ${workspace} and m.user_id in (${peopleInCells(sql, boardId)})
    union all select subject_id, ${none} from boardwright_change
      where board_id = ${boardId} and type = 'member.removed'`
}

/** Lists who appears on a board. */
export const boardPeople = (
  db: Context.Tag.Service<Database>
): Pick<Context.Tag.Service<Board.BoardRepository>, "people"> => {
  const people = listInPages(db, "BoardRepository.people", {
    heavy: true,
    long: true,
    given: { boardId: BOARD.id },
    result: { userId: MEMBER.userId, as: text<Board.Appearance>() },
    select: (sql) => sql`user_id as "userId", ${sql.literal(appearanceAt("place"))} as "as"`,
    from: (sql, p) => sql`(select user_id, min(place) as place from (${appearances(sql, p.boardId)}) as seen
      where exists (select 1 from boardwright_board where id = ${p.boardId} and deletion_id is null)
      group by user_id) as person`,
    orderBy: "place, user_id"
  })
  return { people: (boardId, slice) => people({ boardId }, slice) }
}
