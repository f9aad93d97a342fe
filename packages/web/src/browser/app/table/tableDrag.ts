import { api } from "../api.js"
import type { BoardView } from "../BoardContext.js"
import { type Field, NAME_FIELD } from "../cells/fields.js"
import { updateField } from "../cells/updateField.js"
import { announce } from "../drag/Announcer.js"
import { follow, holdStill } from "../drag/drag.js"
import { lineAtEdge } from "../drag/marks.js"
import { moveTasks } from "../drag/moveTasks.js"
import { type Destination, dropBefore, isThere, type Span, stepBefore, stepOf } from "../drag/steps.js"
import { notify } from "../store/notices.js"
import { counted, t } from "../text/texts.js"
import type { Line } from "./lines.js"
import { followBorder, isOnBorder, stepWidth } from "./resizeColumn.js"
import { groupSpans, landingAt, openSections } from "./whereTo.js"

/** What of the table can be dragged, and how it is seen now. */
export interface DraggedTable {
  readonly scroller: () => HTMLElement | null
  readonly lines: () => ReadonlyArray<Line>
  readonly offsets: () => Float64Array
  readonly fields: () => ReadonlyArray<Field>
  /** Shows a task and gives its cell the focus again. */
  readonly keepFocus: (taskId: string) => void
}

const within = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

const directionOf = (key: string, back: string, forth: string): -1 | 1 | null =>
  key === back ? -1 : key === forth ? 1 : null

/** The selected tasks in the order of the table if a task is one of them, else the task alone. */
const together = ({ selected, shown }: BoardView, taskId: string): ReadonlyArray<string> =>
  selected.value.has(taskId) ? shown.value.filter(({ id }) => selected.value.has(id)).map(({ id }) => id) : [taskId]

/** Moves tasks, groups and columns of the table by pointer and by keyboard. */
export const tableDrag = (view: BoardView, { fields, keepFocus, lines, offsets, scroller }: DraggedTable) => {
  const { canEdit, filter, store } = view
  const isSorted = () => filter.value.sort !== ""
  const movable = () => fields().filter(({ column }) => column !== null)
  /** Whether the user may change the width of a field: one that is no column has it in this browser alone. */
  const resizes = ({ column }: Field) => canEdit.value || column === null

  const moveGroup = async (groupId: string, beforeGroupId: string | null): Promise<void> => {
    const input = { boardId: store.id, groupId, beforeGroupId }
    if (!(await store.change((options) => api.boards.updateGroup(input, options)))) return
    const { groups } = store.board()
    const at = groups.findIndex(({ id }) => id === groupId)
    announce(t("move.group", { name: groups[at]?.name ?? "", n: at + 1, total: groups.length }))
    scroller()
      ?.querySelector<HTMLElement>(`[data-group="${CSS.escape(groupId)}"]`)
      ?.scrollIntoView({ block: "nearest" })
  }

  const moveColumn = async (field: Field, beforeColumnId: string | null): Promise<void> => {
    if (!(await updateField(store, field, { beforeColumnId }))) return
    const all = movable()
    const at = all.findIndex(({ key }) => key === field.key)
    announce(t("move.column", { name: field.name, n: at + 1, total: all.length }))
    headerOf(field.key)?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }

  const headerOf = (key: string) => scroller()?.querySelector<HTMLElement>(`[data-column="${CSS.escape(key)}"]`) ?? null
  /** The lines in the window: where the first one begins. */
  const box = () => scroller()?.querySelector(".lines")?.getBoundingClientRect() ?? new DOMRect()
  const inLines = (at: number) => {
    const { left, right } = scroller()?.getBoundingClientRect() ?? new DOMRect()
    return lineAtEdge({ left, width: right - left, top: box().top + at, height: 0 }, "top")
  }
  const scrollers = () => [scroller()].filter((node) => node !== null)

  const dragTasks = (event: PointerEvent, taskId: string): void => {
    const ids = together(view, taskId)
    const moved = new Set(ids)
    const text = ids.length === 1 ? (store.tasks().get(taskId)?.name ?? "") : counted("count.tasks", ids.length)
    follow<Destination | "sorted">(event, {
      text,
      scrollers,
      find: (_, y) => {
        if (isSorted()) return { target: "sorted", mark: inLines(-1000) }
        const target = landingAt(lines(), offsets(), y - box().top, moved)
        return target === null ? null : { target, mark: inLines(target.at) }
      },
      drop: (target) => {
        if (target === "sorted") notify(t("move.sorted"))
        else if (!isThere(openSections(lines()), ids, target)) moveTasks(view, ids, target)
      }
    })
  }

  const dragGroup = (event: PointerEvent, groupId: string): void =>
    follow<string | null>(event, {
      text: store.board().groups.find(({ id }) => id === groupId)?.name ?? "",
      scrollers,
      find: (_, y) => {
        const spans = groupSpans(lines(), offsets())
        const target = dropBefore(spans, groupId, y - box().top)
        if (target === undefined) return null
        return { target, mark: inLines(spans.find(({ id }) => id === target)?.start ?? offsets().at(-1) ?? 0) }
      },
      drop: (target) => void moveGroup(groupId, target)
    })

  const dragColumn = (event: PointerEvent, field: Field): void => {
    const boxes = () => movable().flatMap(({ key }) => headerOf(key) ?? [])
    follow<string | null>(event, {
      text: field.name,
      scrollers,
      find: (x) => {
        const spans = boxes().map((header): Span => {
          const { left, right } = header.getBoundingClientRect()
          return { id: header.dataset["column"] ?? "", start: left, end: right }
        })
        const target = dropBefore(spans, field.key, x)
        const header = headerOf(target ?? spans.at(-1)?.id ?? "")
        if (target === undefined || header === null) return null
        return { target, mark: lineAtEdge(header.getBoundingClientRect(), target === null ? "right" : "left") }
      },
      drop: (target) => void moveColumn(field, target)
    })
  }

  const columnAt = (event: Event): readonly [HTMLElement, Field] | null => {
    const header = within(event, "[data-column]")
    const field = [NAME_FIELD, ...fields()].find(({ key }) => key === header?.dataset["column"])
    return header === null || field === undefined ? null : [header, field]
  }

  const onPointerDown = (event: PointerEvent): void => {
    // Menus and dialogs are inside of what they belong to.
    if (within(event, ".popup, dialog") !== null) return
    const [header, field] = columnAt(event) ?? []
    if (header !== undefined && field !== undefined && resizes(field) && isOnBorder(event, header))
      return followBorder(event, header, store, field)
    if (!canEdit.value) return
    if (field !== undefined) {
      if (field.column !== null) dragColumn(event, field)
      return
    }
    const group = within(event, "[data-group] .name")?.closest<HTMLElement>("[data-group]")?.dataset["group"]
    if (group !== undefined) return dragGroup(event, group)
    const task = within(event, "[data-task] .name")?.closest<HTMLElement>("[data-task]")?.dataset["task"]
    if (task !== undefined) dragTasks(event, task)
  }

  const stepTasks = (taskId: string, direction: -1 | 1): void => {
    if (isSorted()) return notify(t("move.sorted"))
    const ids = together(view, taskId)
    const to = stepOf(openSections(lines()), new Set(ids), direction)
    if (to === null) return
    moveTasks(view, ids, to)
    keepFocus(taskId)
  }

  /** Whether a key moved something, so that it does nothing else. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const { altKey, ctrlKey, key, metaKey, shiftKey } = event
    if (ctrlKey || metaKey || !(altKey || shiftKey)) return false
    const up = directionOf(key, "ArrowUp", "ArrowDown")
    const side = directionOf(key, "ArrowLeft", "ArrowRight")
    const [header, field] = columnAt(event) ?? []
    const group = within(event, "[data-group]")?.dataset["group"]
    const task = within(event, "[data-cell]") === null ? undefined : within(event, "[data-task]")?.dataset["task"]
    if (header !== undefined && field !== undefined && side !== null && shiftKey && !altKey && resizes(field))
      stepWidth(header, store, field, side)
    else if (!canEdit.value) return false
    else if (field !== undefined && side !== null && shiftKey && altKey) {
      const before = stepBefore(
        movable().map((each) => each.key),
        field.key,
        side
      )
      if (before !== undefined) void moveColumn(field, before)
    } else if (group !== undefined && up !== null && altKey && shiftKey) {
      const before = stepBefore(
        store.board().groups.map(({ id }) => id),
        group,
        up
      )
      if (before !== undefined) void moveGroup(group, before)
    } else if (task !== undefined && up !== null && altKey && !shiftKey) stepTasks(task, up)
    else return false
    event.preventDefault()
    return true
  }
  return { onPointerDown, onKeyDown, onTouchMove: holdStill }
}
