import { uuidv7 } from "uuidv7"
import { newTask, patchedTask, recordOf, refuseOn, strangers, unknownColumns } from "../changes.mjs"
import { readComment, readCreate, readMove, readPatch } from "../input.mjs"
import { mayEdit, mayRead } from "../policy.mjs"
import { rankAfter } from "../rank.mjs"
import { notFound } from "../Refusal.mjs"
import { STANDING, toTask, WHOLE } from "./reads.mjs"
import { transaction } from "./transaction.mjs"

const OTHER_BOARD = { path: ["boardId"], message: "must be the task's own board: a task does not change boards" }

const statements = (db) => ({
  user: db.prepare("select 1 from boardwright_account where id = ?").pluck(),
  board: db
    .prepare(
      `select ${STANDING} from boardwright_board b join boardwright_workspace w on w.id = b.workspace_id
      where b.id = ?`
    )
    .pluck(),
  task: db.prepare(`select ${STANDING} as standing, ${WHOLE}, t.rank from boardwright_task t
    join boardwright_board b on b.id = t.board_id join boardwright_workspace w on w.id = b.workspace_id where t.id = ?`),
  standing: db
    .prepare(
      `select ${STANDING} from boardwright_task t join boardwright_board b on b.id = t.board_id
      join boardwright_workspace w on w.id = b.workspace_id where t.id = ?`
    )
    .pluck(),
  group: db.prepare("select id from boardwright_group where board_id = ? and id = ?").pluck(),
  firstGroup: db.prepare("select id from boardwright_group where board_id = ? order by rank, id limit 1").pluck(),
  columns: db.prepare("select id from boardwright_column where board_id = ?").pluck(),
  lastRank: db
    .prepare("select rank from boardwright_task where board_id = ? order by rank desc, id desc limit 1")
    .pluck(),
  insert:
    db.prepare(`insert into boardwright_task (id, board_id, group_id, name, status, priority, due_date, created_at,
    description, column_values, updated_at, rank) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  update: db.prepare(`update boardwright_task set group_id = ?, name = ?, status = ?, priority = ?, due_date = ?,
    description = ?, column_values = ?, updated_at = ?, rank = ? where id = ?`),
  place: db.prepare("update boardwright_task set group_id = ?, rank = ?, updated_at = ? where id = ?"),
  unassign: db.prepare("delete from boardwright_task_assignee where task_id = ?"),
  assign: db.prepare("insert into boardwright_task_assignee (task_id, position, user_id) values (?, ?, ?)"),
  person: db.prepare("select name, avatar from boardwright_account where id = ?"),
  comment: db.prepare(`insert into boardwright_comment (id, task_id, user_id, content, mentions, created_at)
    values (?, ?, ?, ?, ?, ?)`),
  record:
    db.prepare(`insert into boardwright_change (at, actor_id, type, workspace_id, board_id, task_id, subject_id, fields)
    select ?, ?, ?, b.workspace_id, b.id, t.id, ?, ? from boardwright_task t join boardwright_board b on b.id = t.board_id
    where t.id = ?`)
})

/** Changes of tasks, each in a transaction of its own. */
export const writes = (db) => {
  const s = statements(db)
  const isUser = (id) => s.user.get(id) !== undefined
  const nextRank = (boardId) => rankAfter(s.lastRank.get(boardId))
  const assign = ({ assignees, id }) => assignees.forEach((userId, at) => s.assign.run(id, at, userId))
  const findTask = (userId, id) => {
    const row = s.task.get(userId, userId, userId, id)
    if (row === undefined) throw notFound("Task")
    const { standing, ...task } = toTask(row)
    return { standing, task }
  }

  const record = (type, userId, at, taskId, subjectId, fields) =>
    s.record.run(at, userId, type, subjectId, fields, taskId)

  const create = transaction(db, (userId, wanted) => {
    const { boardId } = wanted
    const standing = s.board.get(userId, userId, userId, boardId)
    if (standing === undefined) throw notFound("Board")
    const groupId = wanted.groupId === undefined ? s.firstGroup.get(boardId) : s.group.get(boardId, wanted.groupId)
    if (groupId === undefined) throw notFound("Group")
    mayEdit(standing)
    const unknown = unknownColumns(wanted.columnValues, () => s.columns.all(boardId))
    refuseOn([...strangers("assignees", wanted.assignees, isUser), ...unknown])
    const task = newTask(uuidv7(), groupId, wanted)
    const { columnValues, createdAt, description, dueDate, id, name, priority, status, updatedAt } = task
    const values = [id, boardId, groupId, name, status, priority, dueDate, createdAt, description]
    s.insert.run(...values, JSON.stringify(columnValues), updatedAt, nextRank(boardId))
    assign(task)
    record("task.created", userId, createdAt, id, id, recordOf({}, task))
    return task
  })

  const update = transaction(db, (userId, id, patch) => {
    const { standing, task: before } = findTask(userId, id)
    if (patch.groupId !== undefined && s.group.get(before.boardId, patch.groupId) === undefined) throw notFound("Group")
    mayEdit(standing)
    refuseOn([
      ...strangers("assignees", patch.assignees ?? [], isUser),
      ...(patch.boardId === undefined || patch.boardId === before.boardId ? [] : [OTHER_BOARD]),
      ...unknownColumns(patch.columnValues, () => s.columns.all(before.boardId))
    ])
    const after = patchedTask(before, patch, () => nextRank(before.boardId))
    const { rank, ...task } = after
    if (after === before) return task
    const { columnValues, description, dueDate, groupId, name, priority, status, updatedAt } = after
    const values = [groupId, name, status, priority, dueDate, description]
    s.update.run(...values, JSON.stringify(columnValues), updatedAt, rank, id)
    if (after.assignees !== before.assignees) {
      s.unassign.run(id)
      assign(after)
    }
    record("task.updated", userId, updatedAt, id, id, recordOf(before, after))
    return task
  })

  const move = transaction(db, (userId, id, groupId) => {
    const { standing, task: found } = findTask(userId, id)
    if (s.group.get(found.boardId, groupId) === undefined) throw notFound("Group")
    mayEdit(standing)
    const { rank: _rank, ...task } = { ...found, groupId, updatedAt: new Date().toISOString() }
    s.place.run(groupId, nextRank(task.boardId), task.updatedAt, id)
    record("task.moved", userId, task.updatedAt, id, id, recordOf(found, task))
    return task
  })

  const comment = transaction(db, (userId, taskId, { content, mentions }) => {
    const standing = s.standing.get(userId, userId, userId, taskId)
    if (standing === undefined) throw notFound("Task")
    mayRead(standing)
    refuseOn(strangers("mentions", mentions, isUser))
    const made = { id: uuidv7(), taskId, userId, content, mentions, createdAt: new Date().toISOString() }
    s.comment.run(made.id, taskId, userId, content, JSON.stringify(mentions), made.createdAt)
    record("comment.created", userId, made.createdAt, taskId, made.id, recordOf({}, { content, mentions }))
    return { ...made, editedAt: null, ...s.person.get(userId) }
  })

  return {
    create: (userId, body) => ({ success: true, task: create(userId, readCreate(body)) }),
    update: (userId, id, body) => ({ success: true, task: update(userId, id, readPatch(body)) }),
    move: (userId, id, body) => {
      const task = move(userId, id, readMove(body).groupId)
      return { success: true, task, data: task }
    },
    comment: (userId, id, body) => ({ success: true, comment: comment(userId, id, readComment(body)) })
  }
}
