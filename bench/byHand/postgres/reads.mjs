import { readList } from "../input.mjs"
import { checkPageBytes, isLastPage, listed, selectCounts, totalsOf, withCounts } from "../listed.mjs"
import { mayRead } from "../policy.mjs"
import { notFound } from "../Refusal.mjs"

/** How user $1 stands to a board `b` of a workspace `w`. */
export const STANDING = `case when w.owner_id = $1 then 'owner' else coalesce(
  (select role from boardwright_member where board_id = b.id and user_id = $1),
  (select role from boardwright_invitation where board_id = b.id and user_id = $1 and status = 'pending'), 'none') end`

const ASSIGNEES = `(select coalesce(json_agg(user_id order by position), '[]') from boardwright_task_assignee
  where task_id = t.id) as assignees`

const SUMMARY = `t.id, t.board_id as "boardId", t.group_id as "groupId", t.name, t.status, t.priority,
  t.due_date as "dueDate", t.created_at as "createdAt", t.updated_at as "updatedAt",
  ${ASSIGNEES}`

/** All the columns of a task `t` but its rank. */
export const WHOLE = `${SUMMARY}, t.description, t.column_values as "columnValues"`

/** A task `t` with its board and workspace. */
export const PLACED = `boardwright_task t join boardwright_board b on b.id = t.board_id
  join boardwright_workspace w on w.id = b.workspace_id`

const timeText = (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const under = (
  table,
  columns
) => `(select coalesce(json_agg(json_build_object('id', c.id, 'taskId', task_id, ${columns},
  'createdAt', ${timeText("c.created_at")}) order by c.created_at, c.id), '[]') from boardwright_${table} where task_id = t.id)`

const COMMENT = `'userId', user_id, 'content', content, 'mentions', mentions, 'name', a.name, 'avatar', a.avatar,
  'editedAt', ${timeText("edited_at")}`

const TASK = `select ${STANDING} as standing, ${WHOLE},
  ${under("comment c left join boardwright_account a on a.id = c.user_id", COMMENT)} as comments,
  ${under("subtask c", "'name', name, 'completed', completed")} as subtasks,
  ${under("time_entry c", "'userId', user_id, 'duration', duration, 'description', description")} as "timeEntries"
  from ${PLACED} where t.id = $2`
const BOARD = `select ${STANDING} as standing from boardwright_board b
  join boardwright_workspace w on w.id = b.workspace_id where b.id = $2`

const FILTERS = {
  groupId: (place) => `and t.group_id = ${place}`,
  status: (place) => `and t.status = ${place}`,
  assignee: (place) => `and t.id in (select task_id from boardwright_task_assignee where user_id = ${place})`
}

const VALUES = 't.column_values as "columnValues", octet_length(t.column_values::text) as size'

/** Selects a page; the limit and the offset are at these places. */
const pageText = (from, include, most, skipped) => {
  const page = `order by t.rank, t.id limit $${most} offset $${skipped}`
  if (include.length === 0) return `select ${SUMMARY} ${from} ${page}`
  const selected = [SUMMARY]
  if (include.includes("columnValues")) selected.push(VALUES)
  if (include.includes("counts")) selected.push(selectCounts("least"))
  // Rows before the offset would have theirs selected too.
  return `select ${selected.join(", ")} from (select t.* ${from} ${page}) t order by t.rank, t.id`
}

const toListed = (rows, include) => {
  if (include.includes("columnValues")) checkPageBytes(rows.map(({ size }) => size))
  for (const row of rows) delete row.size
  return include.includes("counts") ? rows.map(withCounts) : rows
}

/** Reads of tasks. */
export const reads = ({ one, rows }) => ({
  task: async (userId, id) => {
    const row = await one(TASK, [userId, id])
    if (row === undefined) throw notFound("Task")
    const { standing, ...task } = row
    mayRead(standing)
    return { ...task, totals: totalsOf(task), files: [] }
  },
  list: async (userId, query) => {
    const wanted = readList(query)
    const { boardId, limit, page } = wanted
    const board = await one(BOARD, [userId, boardId])
    if (board === undefined) throw notFound("Board")
    mayRead(board.standing)
    const values = [boardId]
    let from = "from boardwright_task t where t.board_id = $1"
    for (const [field, condition] of Object.entries(FILTERS)) {
      if (wanted[field] !== undefined) from += ` ${condition(`$${values.push(wanted[field])}`)}`
    }
    const offset = (page - 1) * limit
    const [most, skipped] = [values.length + 1, values.length + 2]
    const text = pageText(from, wanted.include, most, skipped)
    const tasks = toListed(await rows(text, [...values, limit, offset]), wanted.include)
    const total = isLastPage(tasks, limit, offset)
      ? offset + tasks.length
      : (await one(`select count(*) as total ${from}`, values)).total
    return listed(wanted, tasks, total)
  }
})
