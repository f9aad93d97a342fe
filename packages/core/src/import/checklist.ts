import { MAX_SUBTASKS } from "../task/childLimits.js"
import { fits, NAME_LENGTH } from "../values/Text.js"

/** A subtask as a cell or a row describes it. */
export interface PlannedSubtask {
  readonly name: string
  readonly completed: boolean
}

// A bullet, then a box that is empty or has a mark.
const MARK = /^(?:[-*•]\s+)?(?:\[\s?\]|☐|(\[[xX]\]|☑|✓|✔))?\s*/u

const cut = (name: string): string => (fits(name, NAME_LENGTH) ? name : [...name].slice(0, NAME_LENGTH).join("").trim())

/**
 * Reads the items of a checklist: its lines, or if it has only one the parts between semicolons. `[x]` marks an item as
 * done. Longer names than a subtask may have are cut. At most one item more than a task may have subtasks.
 */
export const readChecklist = (cell: string) => {
  const items: Array<PlannedSubtask> = []
  let isCut = false
  for (const line of cell.trim().split(/[\r\n]/.test(cell.trim()) ? /[\r\n]+/ : ";")) {
    if (items.length > MAX_SUBTASKS) break
    const text = line.trim()
    const [mark = "", done] = MARK.exec(text) ?? []
    const name = text.slice(mark.length)
    if (name === "") continue
    const short = cut(name)
    isCut ||= short !== name
    items.push({ name: short, completed: done !== undefined })
  }
  return { items, isCut }
}
