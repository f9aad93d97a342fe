import { newBoard } from "../newBoard.mjs"
import { planImport } from "../planImport.mjs"
import { rankAfter } from "../rank.mjs"
import { FORBIDDEN, notFound } from "../Refusal.mjs"
import { transaction } from "./transaction.mjs"

/** The import of a spreadsheet, in one transaction. */
export const imports = (db) => {
  const findOwner = db.prepare(`select a.id as "userId", a.name, a.avatar from boardwright_workspace w
    join boardwright_account a on a.id = w.owner_id where w.id = ?`)
  const insertBoard = db.prepare(`insert into boardwright_board (id, workspace_id, name, description, background,
    view_density, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?)`)
  const insertGroup = db.prepare(
    "insert into boardwright_group (id, board_id, name, color, rank) values (?, ?, ?, ?, ?)"
  )
  const insertMember = db.prepare(
    "insert into boardwright_member (board_id, user_id, role, joined_at) values (?, ?, ?, ?)"
  )
  const insertColumn =
    db.prepare(`insert into boardwright_column (id, board_id, name, type, required, description, width,
    visible, rank, field, options) values (?, ?, ?, ?, 0, '', null, 1, ?, ?, ?)`)
  const insertTask = db.prepare(`insert into boardwright_task (id, board_id, group_id, name, status, priority, due_date,
    created_at, description, column_values, updated_at, rank) values (?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?)`)

  const store = transaction(db, (userId, body, plan) => {
    const owner = findOwner.get(body.workspaceId)
    if (owner === undefined) throw notFound("Workspace")
    if (owner.userId !== userId) throw FORBIDDEN
    const { at, board, group, tasks } = newBoard(body, plan, owner)
    const { background, description, id, name, viewDensity, workspaceId } = board
    insertBoard.run(id, workspaceId, name, description, JSON.stringify(background), viewDensity, at, at)
    insertGroup.run(group.id, id, group.name, group.color, rankAfter())
    insertMember.run(id, userId, "admin", at)
    let rank
    for (const column of board.columns) {
      rank = rankAfter(rank)
      insertColumn.run(column.id, id, column.name, column.type, rank, column.field, JSON.stringify(column.options))
    }
    for (const task of tasks) {
      const fields = [task.id, id, group.id, task.name, task.status, task.priority, task.dueDate, at]
      insertTask.run(...fields, task.columnValues, at, task.rank)
    }
    return board
  })

  return {
    importBoard: (userId, body) => {
      const plan = planImport(body)
      const board = store(userId, body, plan)
      return { success: true, board, data: board, imported: plan.tasks.length, ...plan.notes }
    }
  }
}
