import { foldLabel } from "../board/options.js"
import { MAX_SUBTASKS } from "../task/childLimits.js"
import type { PlannedSubtask } from "./checklist.js"
import type { ColumnPlan } from "./planColumns.js"
import type { PlannedTask } from "./planRow.js"

/** The facts about a row that decide whether it is a subtask. */
interface Member extends Pick<PlannedTask, "row" | "name" | "parent" | "key" | "subtasks"> {
  readonly isDone: boolean
  /** Whether it has cells that a subtask has no place for. */
  readonly losesCells: boolean
}

/** A row after its parent is known: a task with all its subtasks, or null for a subtask. */
export interface SettledRow {
  readonly task: PlannedTask | null
  /** Warnings about the cell that names the parent. */
  readonly warnings: ReadonlyArray<string>
  /** The rule that the cell breaks, or null. */
  readonly problem: string | null
}

/** Statuses of a subtask that is completed, besides the labels that `readStatus` knows. */
const DONE = new Set(["done", "closed", "resolved"])

type Found = Member | "none" | "several"

const indexBy = (members: ReadonlyArray<Member>, by: "key" | "name"): ReadonlyMap<string, Found> => {
  const found = new Map<string, Found>()
  for (const member of members) {
    if (member[by] !== "") found.set(member[by], found.has(member[by]) ? "several" : member)
  }
  return found
}

/** The task that each row belongs to in the end: itself, or the first of its parents. Null for a row of a circle. */
const findTops = (members: ReadonlyArray<Member>, parents: ReadonlyMap<Member, Member>) => {
  const tops = new Map<Member, Member | null>()
  for (const member of members) {
    const path = new Set<Member>()
    let at = member
    for (let next = parents.get(at); next !== undefined && !tops.has(at) && !path.has(at); next = parents.get(at)) {
      path.add(at)
      at = next
    }
    if (path.has(at)) {
      const circle = [...path].slice([...path].indexOf(at))
      for (const each of circle) {
        tops.set(each, null)
        path.delete(each)
      }
    } else if (!tops.has(at)) tops.set(at, at)
    const top = tops.get(at) ?? at
    for (const each of path) tops.set(each, top)
  }
  return tops
}

const resolve = (members: ReadonlyArray<Member>) => {
  const byKey = indexBy(members, "key")
  const byName = indexBy(members, "name")
  const warnings = new Map<number, ReadonlyArray<string>>()
  const parents = new Map<Member, Member>()
  for (const member of members) {
    if (member.parent === "") continue
    const found = byKey.get(member.parent) ?? byName.get(member.parent) ?? "none"
    if (typeof found === "object") parents.set(member, found)
    else warnings.set(member.row, [`names ${found === "none" ? "no row" : "several rows"}; imported as a task`])
  }
  const tops = findTops(members, parents)
  const subtasks = new Map<number, Array<PlannedSubtask>>()
  const problems = new Map<number, string>()
  for (const member of members) {
    const top = tops.get(member)
    if (top === null) warnings.set(member.row, ["leads back to its own row; imported as a task"])
    if (top === null || top === undefined || top === member) continue
    const list = subtasks.get(top.row) ?? [...top.subtasks]
    subtasks.set(top.row, list)
    list.push({ name: member.name, completed: member.isDone }, ...member.subtasks)
    if (list.length > MAX_SUBTASKS) problems.set(member.row, `gives a task more than ${MAX_SUBTASKS} subtasks`)
    const nested = parents.get(member) !== top && `is a subtask itself; placed in ${JSON.stringify(top.name)}`
    const loses = member.losesCells && "makes the row a subtask, with a name and a state; its other cells are left out"
    warnings.set(
      member.row,
      [nested, loses].filter((each) => each !== false)
    )
  }
  const isSubtask = new Set(members.filter((each) => (tops.get(each) ?? each) !== each).map(({ row }) => row))
  return { subtasks, problems, warnings, isSubtask }
}

/**
 * Decides which rows are subtasks: those whose parent cell has the key or the name of another row. A subtask of a subtask
 * becomes one of the task above both. A row stays a task if its parent is no row, one of several, or the row itself in
 * the end. All rows are added before the first is settled; names and keys are held in memory.
 */
export const gatherFamilies = ({ columns, keyIndex }: Pick<ColumnPlan, "columns" | "keyIndex">) => {
  const members: Array<Member> = []
  const statusColumn = columns.find(({ fills }) => fills === "status")
  const kept = new Set([keyIndex, statusColumn?.index])
  const add = (task: PlannedTask | null): void => {
    if (task === null) return
    const { assignees, cells, description, dueDate, key, name, parent, row, status, subtasks } = task
    const loses = description !== "" || assignees.length > 0 || dueDate !== null || cells.some(([at]) => !kept.has(at))
    const label = cells.find(([at]) => at === statusColumn?.index)?.[1] ?? status
    const meaning = statusColumn?.meanings?.get(foldLabel(label)) ?? status
    members.push({ row, name, parent, key, subtasks, isDone: DONE.has(meaning.toLowerCase()), losesCells: loses })
  }
  let families: ReturnType<typeof resolve> | null = null
  const settle = (task: PlannedTask): SettledRow => {
    families ??= resolve(members)
    const { isSubtask, problems, subtasks, warnings } = families
    return {
      task: isSubtask.has(task.row) ? null : { ...task, subtasks: subtasks.get(task.row) ?? task.subtasks },
      warnings: warnings.get(task.row) ?? [],
      problem: problems.get(task.row) ?? null
    }
  }
  return { add, settle }
}

/** The rows that are subtasks. */
export type Families = ReturnType<typeof gatherFamilies>
