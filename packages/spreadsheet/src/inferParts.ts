import type { MappingChoices } from "./ColumnPlan.js"
import { bestColumn, plainHeader, TASK_PARTS, type TaskPart } from "./headerWords.js"
import type { ColumnEvidence } from "./survey.js"

const fits = ({ filled, kinds }: ColumnEvidence, part: TaskPart): boolean => {
  if (filled === 0) return false
  if (part === "assignees") return kinds.email === filled
  // Keys of parents may be numbers or addresses.
  return part === "parent" || kinds.text * 2 >= filled
}

/** Epics hold tasks that have fields of their own, which subtasks have not. */
const hasEpics = (columns: ReadonlyArray<ColumnEvidence>): boolean =>
  columns.some(
    ({ header, labels }) => ["issue type", "type"].includes(plainHeader(header)) && labels?.has("epic") === true
  )

/**
 * The columns that set a part of the task, by index: for each part that no column was chosen for, the one whose header
 * says so best. Where rows are epics, their tasks stay tasks.
 */
export const inferParts = (
  columns: ReadonlyArray<ColumnEvidence>,
  not: ReadonlyArray<number | null>,
  choices: MappingChoices
): ReadonlyMap<number, TaskPart> => {
  const chosen = new Set([...(choices.columns ?? [])].map(([, { type }]) => type?.toLowerCase()))
  return new Map(
    TASK_PARTS.filter((part) => !chosen.has(part) && !(part === "parent" && hasEpics(columns))).flatMap((part) => {
      const found = bestColumn(columns, part, (column, index) => !not.includes(index) && fits(column, part))
      return found === null ? [] : [[found, part] as const]
    })
  )
}
