import { uuidv7 } from "uuidv7"
import { rankAfter } from "./rank.mjs"

/** The board of a planned import with its one group, its columns and its owner, who makes it, and its tasks with their places. */
export const newBoard = ({ description = "", name, workspaceId }, { columns, tasks }, owner) => {
  const at = new Date().toISOString()
  const group = { id: uuidv7(), name: "New group", color: "#579BFC" }
  const made = columns.map((column) => ({ column, id: uuidv7() }))
  const idOf = new Map(made.map(({ column, id }) => [column, id]))
  const board = {
    id: uuidv7(),
    workspaceId,
    name: name.trim(),
    description,
    background: { type: "solid", value: "#FFFFFF" },
    viewDensity: "default",
    createdAt: at,
    updatedAt: at,
    groups: [group],
    columns: made.map(({ column, id }) => ({
      ...{ id, name: column.name, type: column.type, required: false, description: "", width: null, visible: true },
      ...{ field: null, options: [], strict: false }
    })),
    members: [{ ...owner, role: "admin" }]
  }
  let rank
  const placed = tasks.map(({ cells, ...task }) => {
    rank = rankAfter(rank)
    const columnValues = {}
    for (const [column, cell] of cells) columnValues[idOf.get(column)] = cell
    return { ...task, id: uuidv7(), columnValues: JSON.stringify(columnValues), rank }
  })
  return { at, board, group, tasks: placed }
}
