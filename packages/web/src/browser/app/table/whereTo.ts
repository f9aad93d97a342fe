import type { Destination, Section, Span } from "../drag/steps.js"
import type { Line } from "./lines.js"

/** A place between the lines of the table, in pixels from the first one. */
export interface Landing extends Destination {
  readonly at: number
}

/** The open groups of a table with their tasks. */
export const openSections = (lines: ReadonlyArray<Line>): ReadonlyArray<Section> =>
  lines.flatMap((line) =>
    line.kind === "group" && line.isOpen ? [{ id: line.group.id, ids: line.tasks.map(({ id }) => id) }] : []
  )

/** Where tasks land that are dropped at a height, in pixels from the first line; null above everything. */
export const landingAt = (
  lines: ReadonlyArray<Line>,
  offsets: Float64Array,
  y: number,
  moved: ReadonlySet<string>
): Landing | null => {
  const index = lines.findLastIndex((_, at) => (offsets[at] ?? 0) <= y)
  const line = lines[index]
  if (line === undefined) return null
  const [start, end] = [offsets[index] ?? 0, offsets[index + 1] ?? 0]
  const section = line.group.id
  // The first task from a line on that is not moved itself, as long as the lines are of one group.
  const from = (first: number): string | null => {
    for (let at = first; at < lines.length; at++) {
      const next = lines[at]
      if (next?.kind !== "task" || next.group.id !== section) return null
      if (!moved.has(next.task.id)) return next.task.id
    }
    return null
  }
  switch (line.kind) {
    case "add":
      return { section, before: null, at: start }
    case "group":
      return { section, before: line.isOpen ? from(index + 1) : null, at: end }
    case "task": {
      const isUpper = y < (start + end) / 2
      return { section, before: from(isUpper ? index : index + 1), at: isUpper ? start : end }
    }
  }
}

/** The groups with all of their lines, in pixels from the first one. */
export const groupSpans = (lines: ReadonlyArray<Line>, offsets: Float64Array): ReadonlyArray<Span> => {
  const starts = lines.flatMap((line, at) =>
    line.kind === "group" ? [{ id: line.group.id, start: offsets[at] ?? 0 }] : []
  )
  return starts.map(({ id, start }, at) => ({ id, start, end: starts[at + 1]?.start ?? offsets.at(-1) ?? 0 }))
}
