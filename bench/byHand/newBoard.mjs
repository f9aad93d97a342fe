import { uuidv7 } from "uuidv7"
import { LABELS } from "./planImport.mjs"
import { rankAfter } from "./rank.mjs"

const COLORS = {
  ...{ done: "#00C875", working: "#FDAB3D", pending: "#C4C4C4", stuck: "#E2445C" },
  ...{ high: "#401694", medium: "#5559DF", low: "#579BFC" }
}

/** The labels in the cells of columns of statuses and priorities, in order of appearance, as options by column. */
const optionsIn = (tasks) => {
  const options = new Map()
  for (const { cells } of tasks) {
    for (const [column, cell] of cells) {
      const known = LABELS[column.type]
      if (known === undefined) continue
      const ofColumn = options.get(column) ?? new Map()
      options.set(column, ofColumn)
      const [label, key] = [cell.trim(), cell.trim().toLowerCase()]
      if (ofColumn.has(key)) continue
      const value = known.get(key) ?? label
      ofColumn.set(key, { id: uuidv7(), label, color: COLORS[value.toLowerCase()] ?? "#A25DDC", value })
    }
  }
  return options
}

/** The board of a planned import with its one group, its columns and its owner, who makes it, and its tasks with their places. */
export const newBoard = ({ description = "", name, workspaceId }, { columns, tasks }, owner) => {
  const at = new Date().toISOString()
  const group = { id: uuidv7(), name: "New group", color: "#579BFC" }
  const made = columns.map((column) => ({ column, id: uuidv7() }))
  const options = optionsIn(tasks)
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
      ...{ field: column.fills ?? null, options: [...(options.get(column)?.values() ?? [])], strict: false }
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
