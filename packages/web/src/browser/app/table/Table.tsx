import { computed, useComputed, useSignal } from "@preact/signals"
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks"
import type { Group } from "@boardwright/client"
import { useBoard, useNewIds } from "../BoardContext.js"
import { toggled } from "../cells/typedValue.js"
import { type Field, isEmptyValue, NAME_FIELD, patchOf, valueOf } from "../cells/fields.js"
import { go } from "../route.js"
import { isHidden, ownWidth, storeOwnLayout } from "../cells/ownLayout.js"
import { announce } from "../drag/Announcer.js"
import { t } from "../text/texts.js"
import { Head } from "./Head.js"
import { widthOf } from "./columnWidths.js"
import { useDecimals } from "./decimals.js"
import { AddLine, GroupLine } from "./GroupLine.js"
import { AddGroup } from "./GroupMenu.js"
import { lineAt, linesOf, offsetsOf, tasksIn } from "./lines.js"
import { cellText, isForCells, rowsText, targetOf } from "./copiedCells.js"
import { paste } from "./paste.js"
import { moveFocus, successorOf } from "./moveFocus.js"
import { editing, followTask, isAt, keyAt, type Place, place, tabStop } from "./place.js"
import { type Leave, TaskLine } from "./TaskLine.js"
import { isUnchanged, useCellClipboard } from "./useCellClipboard.js"
import { useTableDrag } from "./useTableDrag.js"
import { watchWindow } from "../ui/watchWindow.js"

/** Pixels that are shown above and below the window, so that scrolling meets no gap. */
const MARGIN = 180

/** The cell that something is in. */
const placeOf = (target: EventTarget | null): Place | null => {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-cell]") : null
  const [taskId, key] = cell?.dataset["cell"]?.split(" ") ?? []
  return taskId === undefined || key === undefined ? null : { taskId, key }
}

/** The tasks of a board in a table: only the lines near the window are in the document. */
export const Table = () => {
  const { canEdit, fields, filter, people, select, selected, selectTo, shown, store } = useBoard()
  const scroller = useRef<HTMLDivElement>(null)
  const top = useSignal(0)
  // Until it is measured: enough lines for a first look.
  const height = useSignal(innerHeight / 2)
  const visible = useComputed(() => fields.value.filter(({ isShown }) => isShown))
  const lines = useComputed(() => {
    const isClosed = ({ id }: Group) => isHidden(store.id, id)
    return linesOf(store.board().groups, shown.value, isClosed, canEdit.value)
  })
  const decimals = useDecimals(visible, shown)
  const offsets = useMemo(() => computed(() => offsetsOf(lines.value)), [])
  // The first and the last line that are drawn, and the first one in the window: numbers, which change by the line while it scrolls, not by the pixel.
  const first = useComputed(() => lineAt(offsets.value, top.value - MARGIN)).value
  const last = useComputed(() => lineAt(offsets.value, top.value + height.value + MARGIN)).value
  const inWindow = useComputed(() => lineAt(offsets.value, top.value)).value

  useEffect(() => watchWindow(scroller.current, { top, height }), [])
  const { q, sort } = filter.value
  useEffect(() => {
    // Where it is there already, setting it would only lay out the page at once.
    if (scroller.current !== null && top.peek() !== 0) scroller.current.scrollTop = 0
  }, [q, sort])
  useNewIds((idOf) => {
    followTask(place, idOf)
    followTask(editing, idOf)
  })

  const reveal = ({ taskId }: Place): void => {
    const node = scroller.current
    const at = lines.value.findIndex((line) => line.kind === "task" && line.task.id === taskId)
    const [start, end] = [offsets.value[at], offsets.value[at + 1]]
    if (node === null || start === undefined || end === undefined) return
    const head = 40 + (Number.parseFloat(getComputedStyle(node).scrollPaddingBottom) || 0)
    if (start < node.scrollTop) node.scrollTop = start
    else if (end > node.scrollTop + node.clientHeight - head) node.scrollTop = end - node.clientHeight + head
    top.value = node.scrollTop
  }

  /** Changes a task, and says so where the filter hides it afterwards. */
  const changing = (taskId: string, change: () => void): void => {
    change()
    const task = store.tasks().get(taskId)
    if (task !== undefined && !shown.value.includes(task)) announce(t("table.hidden", { name: task.name }))
  }

  const focusPlace = useRef(false)
  const goTo = (next: Place): void => {
    focusPlace.current = true
    reveal(next)
    place.value = next
  }
  const tasks = useComputed(() => tasksIn(lines.value)).value
  const earlier = useRef(tasks)
  // While it is rendered: what leaves the document loses the focus.
  const focusedId = placeOf(document.activeElement)?.taskId
  // The place goes on to another task, or to the name, where its own one is not shown any more, and takes the focus with it.
  useLayoutEffect(() => {
    const before = earlier.current
    earlier.current = tasks
    const at = place.value
    if (at === null || !before.includes(at.taskId)) return
    const isShown = tasks.includes(at.taskId)
    const hasColumn = keys().includes(at.key)
    if (isShown && hasColumn) return
    const taskId = isShown ? at.taskId : successorOf(before, at.taskId, new Set(tasks))
    const next = taskId === undefined ? null : { key: hasColumn ? at.key : NAME_FIELD.key, taskId }
    editing.value = null
    place.value = next
    if (focusedId !== at.taskId) return
    if (next !== null) goTo(next)
    else scroller.current?.querySelector("button")?.focus()
  })
  // Before the next key, so that it is not lost.
  useLayoutEffect(() => {
    const at = place.value
    if (!focusPlace.current || at === null || editing.value !== null) return
    focusPlace.current = false
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(`${at.taskId} ${at.key}`)}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" })
  })

  const columns = (): ReadonlyArray<Field> => [NAME_FIELD, ...visible.value]
  const keys = (): ReadonlyArray<string> => columns().map(({ key }) => key)
  const leave: Leave = (from, next, change) => {
    const key = { before: "ArrowLeft", below: "ArrowDown", next: "ArrowRight", stay: "" }[next]
    // As it was when the key was pressed: the change may move the line.
    const to = moveFocus(lines.value, keys(), from, { key, ctrlKey: false, metaKey: false }) ?? from
    if (change !== undefined) changing(from.taskId, change)
    focusPlace.current = next !== "stay" || scroller.current?.contains(document.activeElement) === true
    editing.value = null
    if (focusPlace.current) goTo(to)
  }
  const stableLeave = useRef(leave)
  stableLeave.current = leave
  const callLeave = useMemo(
    (): Leave =>
      (...how) =>
        stableLeave.current(...how),
    []
  )

  const begin = (at: Place, typed: string | null): void => {
    const task = store.tasks().get(at.taskId)
    const field = visible.value.find(({ key }) => key === at.key)
    if (task === undefined || !canEdit.value) return
    if (field?.kind === "checkbox")
      changing(task.id, () => store.update([task.id], patchOf(field, toggled(valueOf(task, field)))))
    else editing.value = { ...at, typed }
  }

  useCellClipboard({
    copied: () => {
      const at = document.activeElement?.matches("[data-cell]") === true ? place.value : null
      const task = store.tasks().get(at?.taskId ?? "")
      if (at === null || task === undefined) return null
      if (selected.value.has(task.id)) return rowsText(shown.value, selected.value, visible.value, people.value)
      return cellText(task, columns().find(({ key }) => key === at.key) ?? NAME_FIELD, people.value)
    },
    paste: (pasted) => {
      const at = place.value
      const { activeElement } = document
      if (at === null || !canEdit.value || scroller.current?.contains(activeElement) !== true) return false
      const target = targetOf(lines.value, columns(), at)
      const isCell = activeElement?.matches("[data-cell]") === true
      const isOpened = isUnchanged(activeElement) && editing.value?.typed === null
      if (!isCell && !(isOpened && isForCells(pasted, target))) return false
      // An editor ends as it loses the focus.
      activeElement?.closest<HTMLElement>("[data-cell]")?.focus()
      void paste(store, pasted, target)
      return true
    }
  })

  const onClick = ({ shiftKey, target }: MouseEvent): void => {
    const at = placeOf(target)
    if (at === null || !(target instanceof Element)) return
    place.value = at
    if (target instanceof HTMLInputElement && target.matches(".select")) {
      if (shiftKey) selectTo(tasksIn(lines.value), at.taskId)
      else select(at.taskId)
      // The click has turned it, also where the task was selected before and is.
      target.checked = selected.value.has(at.taskId)
      return
    }
    if (at.key !== NAME_FIELD.key && !target.closest("a, .cell-input, .choices")) begin(at, null)
  }

  const onDblClick = ({ target }: MouseEvent): void => {
    const at = placeOf(target)
    if (at?.key === NAME_FIELD.key && target instanceof Element && !target.matches("a, input")) begin(at, null)
  }

  const onFocusIn = ({ target }: FocusEvent): void => {
    const at = target instanceof Element && target.matches("[data-cell]") ? placeOf(target) : null
    if (at !== null && !isAt(place.value, at.taskId, at.key)) place.value = at
  }

  const drag = useTableDrag({
    scroller: () => scroller.current,
    lines: () => lines.value,
    offsets: () => offsets.value,
    fields: () => visible.value,
    keepFocus: (taskId) => goTo({ taskId, key: place.value?.key ?? "name" })
  })

  /** Selects all tasks that are to be seen by Ctrl+A, and none by Escape; false for other keys. */
  const selectAll = ({ altKey, ctrlKey, key, metaKey, shiftKey }: KeyboardEvent): boolean => {
    const isAll = key.toLowerCase() === "a" && (ctrlKey || metaKey) && !altKey && !shiftKey && canEdit.value
    if (!isAll && (key !== "Escape" || selected.value.size === 0)) return false
    selected.value = new Set(isAll ? tasksIn(lines.value) : [])
    return true
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = place.value
    if (drag.onKeyDown(event)) return
    if (!(event.target as Element).matches("input:not([type=checkbox]), textarea, select") && selectAll(event)) {
      event.preventDefault()
      return
    }
    if (at === null || editing.value !== null || !(event.target as Element).matches("[data-cell]")) return
    const to = event.altKey ? null : moveFocus(lines.value, keys(), at, event)
    if (to !== null) {
      event.preventDefault()
      return goTo(to)
    }
    const field = visible.value.find(({ key }) => key === at.key)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === "Enter" && at.key === NAME_FIELD.key && isPlain) go({ task: at.taskId })
    else if (!canEdit.value) return
    else if (event.key === "F2" || (event.key === "Enter" && isPlain)) begin(at, null)
    else if (event.key === " " && at.key === NAME_FIELD.key) select(at.taskId)
    else if (event.key === " " && field?.kind === "checkbox") begin(at, null)
    else if ((event.key === "Delete" || event.key === "Backspace") && field !== undefined) {
      const task = store.tasks().get(at.taskId)
      if (task !== undefined && !isEmptyValue(valueOf(task, field)))
        changing(at.taskId, () => store.update([at.taskId], patchOf(field, null)))
    } else if (event.key.length === 1 && isPlain && field?.kind !== "checkbox") {
      const isStart = field?.kind !== "date" || /[\p{L}\d]/u.test(event.key)
      begin(at, isStart ? event.key : null)
    } else return
    event.preventDefault()
  }

  const drawn = lines.value.slice(first, last + 1)
  const stop = tabStop(place.value, tasksIn(drawn), tasksIn(drawn.slice(inWindow - first)))
  const nameWidth = widthOf({ key: NAME_FIELD.key, width: ownWidth(NAME_FIELD.key) })
  const template = `var(--name-width) ${visible.value.map((field) => `${widthOf(field)}px`).join(" ")} 3rem`
  return (
    <div
      class={canEdit.value ? "table editable" : "table"}
      ref={scroller}
      role="grid"
      aria-label={store.board().name}
      aria-rowcount={lines.value.length + 1}
      aria-colcount={visible.value.length + 1}
      aria-multiselectable="true"
      aria-readonly={!canEdit.value}
      style={{
        "--columns": template,
        "--name-width": nameWidth > 0 ? `clamp(11rem, ${nameWidth}px, 60vw)` : undefined
      }}
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop
      }}
      onClick={onClick}
      onDblClick={onDblClick}
      onFocusIn={onFocusIn}
      onKeyDown={onKeyDown}
      onPointerDown={drag.onPointerDown}
      onTouchMove={drag.onTouchMove}
    >
      <Head fields={visible.value} />
      <div role="rowgroup" class="lines" style={{ height: `${offsets.value.at(-1) ?? 0}px` }}>
        <div class="shown-lines" style={{ transform: `translateY(${offsets.value[first] ?? 0}px)` }}>
          {drawn.map((line, at) => {
            const index = first + at + 2
            if (line.kind === "task")
              return (
                <TaskLine
                  key={store.keyOf(line.task.id)}
                  task={line.task}
                  color={line.group.color}
                  fields={visible.value}
                  decimals={decimals}
                  people={people.value}
                  index={index}
                  canEdit={canEdit.value}
                  isSelected={selected.value.has(line.task.id)}
                  focused={keyAt(stop, line.task.id)}
                  edited={keyAt(editing.value, line.task.id)}
                  leave={callLeave}
                />
              )
            if (line.kind === "add") return <AddLine key={`add ${line.group.id}`} group={line.group} index={index} />
            const { group, isOpen, tasks } = line
            return (
              <GroupLine
                key={group.id}
                {...{ group, tasks, isOpen, index, decimals, fields: visible.value }}
                toggle={() => storeOwnLayout(store.id, group.id, { visible: !isOpen })}
              />
            )
          })}
        </div>
      </div>
      {canEdit.value ? (
        <div role="row" class="after-lines">
          <div role="gridcell">
            <AddGroup />
          </div>
        </div>
      ) : null}
    </div>
  )
}
