import type { Group } from "@boardwright/client"
import { type Field, fieldFor, isEmptyValue, optionOf, ownField, shownOf } from "../cells/fields.js"
import type { BoardTask, Tasks } from "../store/Operation.js"

/** A lane of tasks: those of a group, or those with one value. */
export interface Lane {
  /** The id of the group, or the label; "" for tasks without a value. */
  readonly id: string
  readonly name: string
  readonly color: string
  readonly tasks: ReadonlyArray<BoardTask>
}

export const BY_GROUP = "group"

/** The fields that lanes can be made of, that of the status first. */
export const laneFields = (fields: ReadonlyArray<Field>, tasks: Tasks): ReadonlyArray<Field> => {
  const bound = fieldFor(fields, "status")
  const status = bound?.kind === "option" ? bound : ownField("status", tasks)
  return [status, ...fields.filter(({ key, kind }) => kind === "option" && key !== status.key)]
}

/** The lanes of groups, in their order. */
export const lanesOfGroups = (groups: ReadonlyArray<Group>, tasks: ReadonlyArray<BoardTask>): ReadonlyArray<Lane> => {
  const byGroup = new Map<string, Array<BoardTask>>(groups.map(({ id }) => [id, []]))
  for (const task of tasks) byGroup.get(task.groupId)?.push(task)
  return groups.map(({ color, id, name }) => ({ id, name, color, tasks: byGroup.get(id) ?? [] }))
}

/** Tasks in the order of the groups, and within each as they are. */
export const inGroups = (groups: ReadonlyArray<Group>, tasks: ReadonlyArray<BoardTask>): ReadonlyArray<BoardTask> =>
  lanesOfGroups(groups, tasks).flatMap((lane) => lane.tasks)

const NO_COLOR = "transparent"

/**
 * The lanes of a field's options in their order, then those of other labels that tasks have. The lane of tasks without a
 * value comes first, if there are any that no option is shown for.
 */
export const lanesOfField = (
  field: Field,
  tasks: ReadonlyArray<BoardTask>,
  nameOfNone: string
): ReadonlyArray<Lane> => {
  const byLabel = new Map<string, Array<BoardTask>>(field.options.map(({ label }) => [label, []]))
  const options = new Map(field.options.map((option) => [option.label, option]))
  const labels = new Map<unknown, string>()
  const labelOf = (value: unknown): string => {
    const known = labels.get(value)
    if (known !== undefined) return known
    const option = optionOf(field, value)
    const label = option?.label ?? (isEmptyValue(value) ? "" : String(value))
    labels.set(value, label)
    if (option !== null && !options.has(label)) options.set(label, option)
    return label
  }
  for (const task of tasks) {
    const value = shownOf(task, field)
    const label = labelOf(Array.isArray(value) ? value[0] : value)
    const lane = byLabel.get(label)
    if (lane === undefined) byLabel.set(label, [task])
    else lane.push(task)
  }
  const lanes = [...byLabel].map(([label, own]) => ({
    id: label,
    name: options.get(label)?.text ?? nameOfNone,
    color: options.get(label)?.color || NO_COLOR,
    tasks: own
  }))
  return [...lanes.filter(({ id }) => id === ""), ...lanes.filter(({ id }) => id !== "")]
}

/** Pixels of parts of a card; the stylesheet has the same. */
const PARTS = { frame: 22, gap: 8, line: 20, labels: 26, facts: 28 } as const
/** Pixels of a card, with the gap after it. */
export const cardHeight = (lines: number, hasLabels: boolean, hasFacts: boolean): number =>
  PARTS.frame + PARTS.gap + PARTS.line * lines + (hasLabels ? PARTS.labels : 0) + (hasFacts ? PARTS.facts : 0)
