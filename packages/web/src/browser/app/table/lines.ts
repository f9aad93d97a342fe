import type { Group } from "@boardwright/client"
import type { BoardTask } from "../store/Operation.js"

/** A line of the table. */
export type Line =
  | {
      readonly kind: "group"
      readonly group: Group
      readonly tasks: ReadonlyArray<BoardTask>
      readonly isOpen: boolean
    }
  | { readonly kind: "task"; readonly group: Group; readonly task: BoardTask }
  | { readonly kind: "add"; readonly group: Group }

/** Pixels of a line; the stylesheet has the same. */
const HEIGHTS: Readonly<Record<Line["kind"], number>> = { group: 52, task: 36, add: 36 }

/** The lines of a table: each group with its tasks and, for editors, a line to add one. */
export const linesOf = (
  groups: ReadonlyArray<Group>,
  tasks: ReadonlyArray<BoardTask>,
  isClosed: (group: Group) => boolean,
  canAdd: boolean
): ReadonlyArray<Line> => {
  const byGroup = new Map<string, Array<BoardTask>>(groups.map(({ id }) => [id, []]))
  for (const task of tasks) byGroup.get(task.groupId)?.push(task)
  return groups.flatMap((group): ReadonlyArray<Line> => {
    const own = byGroup.get(group.id) ?? []
    const isOpen = !isClosed(group)
    const heading: Line = { kind: "group", group, tasks: own, isOpen }
    if (!isOpen) return [heading]
    return [
      heading,
      ...own.map((task): Line => ({ kind: "task", group, task })),
      ...(canAdd ? [{ kind: "add", group } as const] : [])
    ]
  })
}

/** The tasks of lines, from top to bottom. */
export const tasksIn = (lines: ReadonlyArray<Line>): ReadonlyArray<string> =>
  lines.flatMap((line) => (line.kind === "task" ? [line.task.id] : []))

/** Where each line begins, and where the last one ends. */
export const offsetsOf = (lines: ReadonlyArray<Line>): Float64Array => {
  const offsets = new Float64Array(lines.length + 1)
  for (const [at, { kind }] of lines.entries()) offsets[at + 1] = (offsets[at] ?? 0) + HEIGHTS[kind]
  return offsets
}

/** The first line that ends after a place. */
export const lineAt = (offsets: Float64Array, top: number): number => {
  let [low, high] = [0, Math.max(offsets.length - 2, 0)]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle + 1] ?? 0) > top) high = middle
    else low = middle + 1
  }
  return low
}
