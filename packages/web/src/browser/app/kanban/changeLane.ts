import { api } from "../api.js"
import type { BoardView } from "../BoardContext.js"
import { changeLabels } from "../cells/boundColumns.js"
import type { Field } from "../cells/fields.js"
import { announce } from "../drag/Announcer.js"
import { follow } from "../drag/drag.js"
import { lineAtEdge } from "../drag/marks.js"
import { dropBefore, type Span } from "../drag/steps.js"
import { t } from "../text/texts.js"

/** Whether an option has the label of a lane. In a column that the field gets only now, what tasks have becomes the value. */
const isOf =
  ({ column }: Field, laneId: string) =>
  (option: { readonly label: string; readonly value: string | null }): boolean =>
    (column === null ? option.value : option.label) === laneId

/** Renames the label of a lane. False after an error, which is shown. */
export const renameLane = ({ fields, store }: BoardView, field: Field, laneId: string, label: string) =>
  changeLabels(store, fields.value, field, (options) =>
    options.map((each) => (isOf(field, laneId)(each) ? { ...each, label } : each))
  )

/** Moves a lane, of a group if there is no field, before another one or to the end. False after an error, which is shown. */
export const moveLane = (
  { fields, store }: BoardView,
  field: Field | null,
  laneId: string,
  beforeId: string | null
): Promise<boolean> => {
  if (field === null) {
    const input = { boardId: store.id, groupId: laneId, beforeGroupId: beforeId }
    return store.change((call) => api.boards.updateGroup(input, call))
  }
  return changeLabels(store, fields.value, field, (options) => {
    const others = options.filter((each) => !isOf(field, laneId)(each))
    const found = beforeId === null ? -1 : others.findIndex(isOf(field, beforeId))
    // Somebody may have deleted the other one meanwhile.
    const at = found === -1 ? others.length : found
    return [...others.slice(0, at), ...options.filter(isOf(field, laneId)), ...others.slice(at)]
  })
}

/** The lanes that can be moved, by their ids in order: not those of labels that are no options. */
export const movableLanes = ({ store }: BoardView, field: Field | null): ReadonlyArray<string> =>
  field === null ? store.board().groups.map(({ id }) => id) : field.options.map(({ label }) => label)

/** Follows a press on the heading of a lane as a drag among the lanes. */
export const dragLane = (
  event: PointerEvent,
  heading: HTMLElement,
  root: HTMLElement,
  view: BoardView,
  field: Field | null
): void => {
  const laneId = heading.closest<HTMLElement>("[data-lane]")?.dataset["lane"] ?? ""
  const name = heading.querySelector(".lane-name")?.textContent ?? ""
  const ids = movableLanes(view, field)
  if (!ids.includes(laneId)) return
  const nodeOf = (id: string) => root.querySelector<HTMLElement>(`[data-lane="${CSS.escape(id)}"]`)
  follow<string | null>(event, {
    text: name,
    scrollers: () => [root],
    find: (x) => {
      const spans = ids.map((id): Span => {
        const { left = 0, right = 0 } = nodeOf(id)?.getBoundingClientRect() ?? {}
        return { id, start: left, end: right }
      })
      const target = dropBefore(spans, laneId, x)
      const node = nodeOf(target ?? ids.at(-1) ?? "")
      if (target === undefined || node === null) return null
      return { target, mark: lineAtEdge(node.getBoundingClientRect(), target === null ? "right" : "left") }
    },
    drop: async (target) => {
      if (!(await moveLane(view, field, laneId, target))) return
      const others = ids.filter((id) => id !== laneId)
      const n = target === null ? ids.length : others.indexOf(target) + 1
      announce(t("move.lane", { name, n, total: ids.length }))
    }
  })
}
