import { useComputed, useSignal } from "@preact/signals"
import { useBoard, useFollowedIds } from "../BoardContext.js"
import { fieldFor, ownField, patchOf, valueOf } from "../cells/fields.js"
import { dayOf, movedTo, today } from "../cells/read.js"
import { announce } from "../drag/Announcer.js"
import { follow } from "../drag/drag.js"
import { go, param } from "../route.js"
import type { BoardTask } from "../store/Operation.js"
import { t } from "../text/texts.js"
import { p } from "../text/pageTexts.js"
import type { EnteredTask } from "../ui/AddTask.js"
import { dayByKey, monthOf, readMonth } from "./days.js"
import { dayText } from "./texts.js"

const within = (event: Event, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null

/** Moves the focus from a task in the list of a day to the next one, or to the button that closes the list. */
const leaveEntry = (list: HTMLElement, id: string): void => {
  const entries = [...list.querySelectorAll<HTMLElement>("[data-due]")]
  const at = entries.findIndex(({ dataset }) => dataset["due"] === id)
  const next = entries[at + 1] ?? entries[at - 1] ?? list.querySelector<HTMLElement>("button")
  next?.focus()
}

/** What the parts of a calendar share: the tasks by day, and how one gets another date. */
export const useCalendar = () => {
  const view = useBoard()
  const { canEdit, fields, shown, store } = view
  const field = useComputed(() => {
    const bound = fieldFor(fields.value, "dueDate")
    return bound?.kind === "date" ? bound : ownField("dueDate", store.tasks())
  })
  const month = useComputed(() => readMonth(param("month")) ?? monthOf(today()))
  /** The day that the arrow keys start from. */
  const activeDay = useSignal(today())
  /** What gets the focus as soon as it is in the document: a task, or a day. */
  const wanted = useSignal<string | null>(null)
  /** The task that a key moved last: its day shows it even if it is full. */
  const heldId = useSignal<string | null>(null)
  useFollowedIds(wanted, heldId)
  const byDay = useComputed(() => {
    const days = new Map<string, Array<BoardTask>>()
    for (const task of shown.value) {
      const day = dayOf(valueOf(task, field.value)) ?? ""
      const own = days.get(day)
      if (own === undefined) days.set(day, [task])
      else own.push(task)
    }
    return days
  })

  const show = (day: string): void => {
    activeDay.value = day
    if (monthOf(day) !== month.value) go({ month: monthOf(day) }, "replace")
  }
  const isShown = (id: string): boolean => shown.value.some((task) => task.id === id)
  /** Writes the date of a task; "" removes it. */
  const moveTo = (id: string, day: string): void => {
    const task = store.tasks().get(id)
    if (task === undefined) return
    const value = valueOf(task, field.value)
    if ((dayOf(value) ?? "") === day) return
    const date = day === "" ? null : movedTo(value, day, field.value.column === null)
    store.update([id], patchOf(field.value, date))
    if (!isShown(id)) announce(t("table.hidden", { name: task.name }))
    else announce(day === "" ? p("calendar.cleared") : p("calendar.moved", { date: dayText(day) }))
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const id = within(event, "[data-due]")?.dataset["due"]
    if (id === undefined || !event.altKey || event.ctrlKey || event.metaKey || !canEdit.value) return
    const task = store.tasks().get(id)
    const day = task === undefined ? null : dayOf(valueOf(task, field.value))
    // A task without a date gets the day where the arrow keys are.
    const to = dayByKey(day ?? activeDay.value, event.key)
    if (to === null) return
    event.preventDefault()
    const next = day === null ? activeDay.value : to
    const list = within(event, "dialog")
    if (list !== null) leaveEntry(list, id)
    moveTo(id, next)
    if (list !== null) return
    show(next)
    heldId.value = id
    wanted.value = isShown(id) ? id : next
  }

  const onPointerDown = (event: PointerEvent): void => {
    const chip = within(event, "[data-due]")
    const id = chip?.dataset["due"]
    if (chip === null || id === undefined || !canEdit.value) return
    follow(event, {
      text: chip.textContent ?? "",
      scrollers: () => [...document.querySelectorAll(".calendar-scroll")],
      find: (x, y) => {
        const place = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-day]")
        return place === null || place === undefined
          ? null
          : { target: place.dataset["day"] ?? "", mark: place.getBoundingClientRect() }
      },
      drop: (day) => moveTo(id, day)
    })
  }

  const add = (day: string, ...tasks: ReadonlyArray<EnteredTask>): void => {
    const [group] = store.board().groups
    if (group === undefined) return
    const patch = patchOf(field.value, movedTo(null, day, field.value.column === null))
    view.add(...tasks.map((task) => ({ ...patch, ...task, groupId: group.id })))
  }
  const canAdd = useComputed(() => canEdit.value && store.board().groups.length > 0)
  const { keyOf } = store
  return { activeDay, add, byDay, canAdd, field, heldId, keyOf, month, onKeyDown, onPointerDown, show, wanted }
}

export type CalendarState = ReturnType<typeof useCalendar>
