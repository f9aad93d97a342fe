import { uuidv7 } from "uuidv7"
import { newTask, patchedTask, recordOf, refuseOn, strangers, unknownColumns } from "../changes.mjs"
import { readComment, readCreate, readMove, readPatch } from "../input.mjs"
import { mayEdit, mayRead } from "../policy.mjs"
import { rankAfter } from "../rank.mjs"
import { notFound } from "../Refusal.mjs"
import { PLACED, STANDING, WHOLE } from "./reads.mjs"

const OTHER_BOARD = { path: ["boardId"], message: "must be the task's own board: a task does not change boards" }

const LAST_RANK = (board) =>
  `(select rank from boardwright_task where board_id = ${board} order by rank desc, id desc limit 1) as "lastRank"`
const USERS = "select id from boardwright_account where id = any($1)"
const COLUMNS = "select id from boardwright_column where board_id = $1"
const BOARD = `select ${STANDING} as standing, ${LAST_RANK("b.id")}, (select id from boardwright_group g
    where board_id = b.id and ($3::text is null or g.id = $3) order by rank, id limit 1) as "groupId"
  from boardwright_board b join boardwright_workspace w on w.id = b.workspace_id where b.id = $2`
const TASK = `select ${STANDING} as standing, ${WHOLE}, t.rank from ${PLACED} where t.id = $2 for no key update of t`
const STAND = `select ${STANDING} as standing from ${PLACED} where t.id = $2`
const GROUP = `select id, ${LAST_RANK("$1")} from boardwright_group where board_id = $1 and id = $2 for key share`
const INSERT = `insert into boardwright_task (id, board_id, group_id, name, status, priority, due_date, created_at,
  description, column_values, updated_at, rank) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`
const UPDATE = `update boardwright_task set group_id = $2, name = $3, status = $4, priority = $5, due_date = $6,
  description = $7, column_values = $8, updated_at = $9, rank = $10 where id = $1`
const PLACE = "update boardwright_task set group_id = $2, rank = $3, updated_at = $4 where id = $1"
const UNASSIGN = "delete from boardwright_task_assignee where task_id = $1"
const ASSIGN = `insert into boardwright_task_assignee (task_id, position, user_id)
  select $1, place - 1, id from unnest($2::text[]) with ordinality as given (id, place)`
const COMMENT = `insert into boardwright_comment (id, task_id, user_id, content, mentions, created_at)
  values ($1, $2, $3, $4, $5, $6) returning (select name from boardwright_account where id = user_id) as name,
  (select avatar from boardwright_account where id = user_id) as avatar`

const RECORD = `insert into boardwright_change (at, actor_id, type, workspace_id, board_id, task_id, subject_id, fields)
  select $1, $2, $3, b.workspace_id, b.id, t.id, $4, $5 from boardwright_task t
  join boardwright_board b on b.id = t.board_id where t.id = $6`

/** Changes of tasks, each in a transaction of its own. */
export const writes = ({ rows, transaction }) => {
  const strangersAmong = async (field, ids) => {
    if (ids.length === 0) return []
    const users = new Set((await rows(USERS, [ids])).map(({ id }) => id))
    return strangers(field, ids, (id) => users.has(id))
  }
  const unknown = async (all, values, boardId) => {
    if (Object.keys(values ?? {}).length === 0) return []
    const columns = await all(COLUMNS, [boardId])
    return unknownColumns(values, () => columns.map(({ id }) => id))
  }
  const findTask = async (one, userId, id) => {
    const row = await one(TASK, [userId, id])
    if (row === undefined) throw notFound("Task")
    const { standing, ...task } = row
    return { standing, task }
  }
  const assign = async (one, { assignees, id }) => {
    if (assignees.length > 0) await one(ASSIGN, [id, assignees])
  }

  const create = async (userId, body) => {
    const wanted = readCreate(body)
    const { boardId } = wanted
    const issues = await strangersAmong("assignees", wanted.assignees)
    return transaction(async (one, all) => {
      const board = await one(BOARD, [userId, boardId, wanted.groupId])
      if (board === undefined) throw notFound("Board")
      if (board.groupId === null) throw notFound("Group")
      mayEdit(board.standing)
      refuseOn([...issues, ...(await unknown(all, wanted.columnValues, boardId))])
      const task = newTask(uuidv7(), board.groupId, wanted)
      const { columnValues, createdAt, description, dueDate, groupId, id, name, priority, status, updatedAt } = task
      const values = [id, boardId, groupId, name, status, priority, dueDate, createdAt, description]
      await one(INSERT, [...values, JSON.stringify(columnValues), updatedAt, rankAfter(board.lastRank)])
      await assign(one, task)
      await one(RECORD, [createdAt, userId, "task.created", id, recordOf({}, task), id])
      return task
    })
  }

  const update = async (userId, id, body) => {
    const patch = readPatch(body)
    const issues = await strangersAmong("assignees", patch.assignees ?? [])
    return transaction(async (one, all) => {
      const { standing, task: before } = await findTask(one, userId, id)
      const moves = patch.groupId !== undefined
      const group = moves ? await one(GROUP, [before.boardId, patch.groupId]) : undefined
      if (moves && group === undefined) throw notFound("Group")
      mayEdit(standing)
      const stays = patch.boardId === undefined || patch.boardId === before.boardId
      const wrong = await unknown(all, patch.columnValues, before.boardId)
      refuseOn([...issues, ...(stays ? [] : [OTHER_BOARD]), ...wrong])
      const after = patchedTask(before, patch, () => rankAfter(group.lastRank))
      const { rank, ...task } = after
      if (after === before) return task
      const { columnValues, description, dueDate, groupId, name, priority, status, updatedAt } = after
      const values = [id, groupId, name, status, priority, dueDate, description]
      await one(UPDATE, [...values, JSON.stringify(columnValues), updatedAt, rank])
      if (after.assignees !== before.assignees) {
        await one(UNASSIGN, [id])
        await assign(one, after)
      }
      await one(RECORD, [updatedAt, userId, "task.updated", id, recordOf(before, after), id])
      return task
    })
  }

  const move = (userId, id, { groupId }) =>
    transaction(async (one) => {
      const { standing, task: found } = await findTask(one, userId, id)
      const group = await one(GROUP, [found.boardId, groupId])
      if (group === undefined) throw notFound("Group")
      mayEdit(standing)
      const { rank: _rank, ...task } = { ...found, groupId, updatedAt: new Date().toISOString() }
      await one(PLACE, [id, groupId, rankAfter(group.lastRank), task.updatedAt])
      await one(RECORD, [task.updatedAt, userId, "task.moved", id, recordOf(found, task), id])
      return task
    })

  const comment = async (userId, taskId, body) => {
    const { content, mentions } = readComment(body)
    const issues = await strangersAmong("mentions", mentions)
    return transaction(async (one) => {
      const found = await one(STAND, [userId, taskId])
      if (found === undefined) throw notFound("Task")
      mayRead(found.standing)
      refuseOn(issues)
      const made = { id: uuidv7(), taskId, userId, content, mentions, createdAt: new Date().toISOString() }
      const person = await one(COMMENT, [made.id, taskId, userId, content, JSON.stringify(mentions), made.createdAt])
      const fields = recordOf({}, { content, mentions })
      await one(RECORD, [made.createdAt, userId, "comment.created", made.id, fields, taskId])
      return { ...made, editedAt: null, ...person }
    })
  }

  return {
    create: async (userId, body) => ({ success: true, task: await create(userId, body) }),
    update: async (userId, id, body) => ({ success: true, task: await update(userId, id, body) }),
    move: async (userId, id, body) => {
      const task = await move(userId, id, readMove(body))
      return { success: true, task, data: task }
    },
    comment: async (userId, id, body) => ({ success: true, comment: await comment(userId, id, body) })
  }
}
