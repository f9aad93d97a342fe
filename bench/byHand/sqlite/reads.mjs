import { readList } from "../input.mjs"
import { checkPageBytes, isLastPage, listed, selectCounts, totalsOf, withCounts } from "../listed.mjs"
import { mayRead } from "../policy.mjs"
import { notFound } from "../Refusal.mjs"

/** How a user, given three times, stands to a board `b` of a workspace `w`. */
export const STANDING = `case when w.owner_id = ? then 'owner' else coalesce(
  (select role from boardwright_member where board_id = b.id and user_id = ?),
  (select role from boardwright_invitation where board_id = b.id and user_id = ? and status = 'pending'), 'none') end`

const ASSIGNEES = `(select json_group_array(user_id order by position) from boardwright_task_assignee
  where task_id = t.id) as assignees`

/** The columns of a task `t` that a list shows. */
const SUMMARY = `t.id, t.board_id as "boardId", t.group_id as "groupId", t.name, t.status, t.priority,
  t.due_date as "dueDate", t.created_at as "createdAt", t.updated_at as "updatedAt",
  ${ASSIGNEES}`

/** All the columns of a task `t` but its rank. */
export const WHOLE = `${SUMMARY}, t.description, t.column_values as "columnValues"`

const under = (db, table, columns) =>
  db.prepare(`select id, task_id as "taskId", ${columns}, created_at as "createdAt" from boardwright_${table}
    where task_id = ? order by created_at, id`)

const listOf = (json) => (json === "[]" ? [] : JSON.parse(json))

/** A row of `WHOLE` as a task. */
export const toTask = (row) => {
  row.assignees = listOf(row.assignees)
  row.columnValues = JSON.parse(row.columnValues)
  return row
}

const listings = (db) => {
  const prepared = new Map()
  return ({ assignee, groupId, include, status }) => {
    const filters = (groupId === undefined ? 0 : 1) + (status === undefined ? 0 : 2) + (assignee === undefined ? 0 : 4)
    const [values, counts] = [include.includes("columnValues"), include.includes("counts")]
    const key = filters + (values ? 8 : 0) + (counts ? 16 : 0)
    let found = prepared.get(key)
    if (found === undefined) {
      const where = `from boardwright_task t where t.board_id = $boardId
        ${groupId === undefined ? "" : "and t.group_id = $groupId"} ${status === undefined ? "" : "and t.status = $status"}
        ${assignee === undefined ? "" : "and t.id in (select task_id from boardwright_task_assignee where user_id = $assignee)"}`
      const selected = [SUMMARY]
      if (values) selected.push('t.column_values as "columnValues"')
      if (counts) selected.push(selectCounts("min"))
      found = {
        page: db.prepare(`select ${selected.join(", ")} ${where} order by t.rank, t.id limit $limit offset $offset`),
        total: db.prepare(`select count(*) ${where}`).pluck()
      }
      prepared.set(key, found)
    }
    return found
  }
}

const toListed = (rows, include) => {
  for (const row of rows) row.assignees = listOf(row.assignees)
  if (include.includes("columnValues")) {
    checkPageBytes(rows.map(({ columnValues }) => Buffer.byteLength(columnValues)))
    for (const row of rows) row.columnValues = JSON.parse(row.columnValues)
  }
  return include.includes("counts") ? rows.map(withCounts) : rows
}

/** Reads of tasks. */
export const reads = (db) => {
  const task = db.prepare(`select ${STANDING} as standing, ${WHOLE} from boardwright_task t
    join boardwright_board b on b.id = t.board_id join boardwright_workspace w on w.id = b.workspace_id where t.id = ?`)
  const comments = db.prepare(`select c.id, c.task_id as "taskId", c.user_id as "userId", c.content, c.mentions,
    c.created_at as "createdAt", c.edited_at as "editedAt", a.name, a.avatar from boardwright_comment c
    left join boardwright_account a on a.id = c.user_id where c.task_id = ? order by c.created_at, c.id`)
  const subtasks = under(db, "subtask", "name, completed")
  const timeEntries = under(db, "time_entry", 'user_id as "userId", duration, description')
  const board = db
    .prepare(
      `select ${STANDING} from boardwright_board b join boardwright_workspace w on w.id = b.workspace_id where b.id = ?`
    )
    .pluck()
  const listing = listings(db)
  return {
    task: (userId, id) => {
      const row = task.get(userId, userId, userId, id)
      if (row === undefined) throw notFound("Task")
      const { standing, ...found } = toTask(row)
      mayRead(standing)
      found.comments = comments.all(id)
      for (const comment of found.comments) comment.mentions = listOf(comment.mentions)
      found.subtasks = subtasks.all(id)
      for (const subtask of found.subtasks) subtask.completed = subtask.completed === 1
      found.timeEntries = timeEntries.all(id)
      found.totals = totalsOf(found)
      found.files = []
      return found
    },
    list: (userId, query) => {
      const wanted = readList(query)
      const { boardId, limit, page } = wanted
      const standing = board.get(userId, userId, userId, boardId)
      if (standing === undefined) throw notFound("Board")
      mayRead(standing)
      const statements = listing(wanted)
      const offset = (page - 1) * limit
      const values = {
        boardId,
        groupId: wanted.groupId,
        status: wanted.status,
        assignee: wanted.assignee,
        limit,
        offset
      }
      const rows = statements.page.all(values)
      const tasks = toListed(rows, wanted.include)
      const total = isLastPage(rows, limit, offset) ? offset + rows.length : statements.total.get(values)
      return listed(wanted, tasks, total)
    }
  }
}
