import { newBoard } from "../newBoard.mjs"
import { planImport } from "../planImport.mjs"
import { rankAfter } from "../rank.mjs"
import { FORBIDDEN, notFound } from "../Refusal.mjs"

const ROWS = 1_000
const OWNER = `select a.id as "userId", a.name, a.avatar from boardwright_workspace w
  join boardwright_account a on a.id = w.owner_id where w.id = $1`
const BOARD = `insert into boardwright_board (id, workspace_id, name, description, background, view_density, created_at,
  updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)`
const GROUP = "insert into boardwright_group (id, board_id, name, color, rank) values ($1, $2, $3, $4, $5)"
const MEMBER = "insert into boardwright_member (board_id, user_id, role, joined_at) values ($1, $2, 'admin', $3)"
const COLUMNS = `insert into boardwright_column (id, board_id, name, type, required, description, visible, rank, field, options)
  select id, $1, name, type, false, '', true, rank, field, options
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::json[])
    as given (id, name, type, rank, field, options)`
const TASKS = `insert into boardwright_task (id, board_id, group_id, name, status, priority, due_date, created_at,
  description, column_values, updated_at, rank)
  select id, $1, $2, name, status, priority, due_date, $3, '', column_values, $3, rank
  from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::json[], $10::text[])
    as given (id, name, status, priority, due_date, column_values, rank)`

const FIELDS = ["id", "name", "status", "priority", "dueDate", "columnValues", "rank"]

/** The import of a spreadsheet, in one transaction. */
export const imports = ({ transaction }) => {
  const store = (userId, body, plan) =>
    transaction(async (one) => {
      const owner = await one(OWNER, [body.workspaceId])
      if (owner === undefined) throw notFound("Workspace")
      if (owner.userId !== userId) throw FORBIDDEN
      const { at, board, group, tasks } = newBoard(body, plan, owner)
      const { background, columns, description, id, name, viewDensity, workspaceId } = board
      await one(BOARD, [id, workspaceId, name, description, JSON.stringify(background), viewDensity, at])
      await one(GROUP, [group.id, id, group.name, group.color, rankAfter()])
      await one(MEMBER, [id, userId, at])
      let rank
      const ranks = columns.map(() => (rank = rankAfter(rank)))
      const all = (field) => columns.map((column) => column[field])
      const options = columns.map((column) => JSON.stringify(column.options))
      await one(COLUMNS, [id, all("id"), all("name"), all("type"), ranks, all("field"), options])
      for (let from = 0; from < tasks.length; from += ROWS) {
        const some = tasks.slice(from, from + ROWS)
        await one(TASKS, [id, group.id, at, ...FIELDS.map((field) => some.map((task) => task[field]))])
      }
      return board
    })
  return {
    importBoard: async (userId, body) => {
      const plan = planImport(body)
      const board = await store(userId, body, plan)
      return { success: true, board, data: board, imported: plan.tasks.length, ...plan.notes }
    }
  }
}
