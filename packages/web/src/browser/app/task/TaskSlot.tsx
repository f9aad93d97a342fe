import { useComputed, useSignalEffect } from "@preact/signals"
import { useLayoutEffect, useMemo, useRef } from "preact/hooks"
import { useBoard } from "../BoardContext.js"
import { tabStopTask } from "../focusTasks.js"
import { go, openTaskId } from "../route.js"
import { conflicts, notify } from "../store/notices.js"
import { t } from "../text/texts.js"
import { ahead, later } from "../ui/later.js"
import { focusAgain } from "./focusOn.js"

const TaskPanel = later(
  ahead(async () => (await import("./TaskPanel.js")).TaskPanel),
  () => null
)

/** The card of a task, and its place in the table or the calendar. */
const inView = (taskId: string): HTMLElement | null => {
  const id = CSS.escape(taskId)
  return document.querySelector<HTMLElement>(`[data-cell="${id} name"], [data-card="${id}"], [data-due="${id}"]`)
}

/** The card after that of a task, or before it; the table has such a place by itself. */
const neighbourOf = (taskId: string): Element | null => {
  const line = inView(taskId)?.closest("li")
  return (line?.nextElementSibling ?? line?.previousElementSibling)?.querySelector("a") ?? null
}

/** Where the focus goes when the panel of a task closes: to where it came from, to the task in the view, or to the one in its place. */
const placeAfter = (from: Element | null, taskId: string, neighbour: Element | null): HTMLElement | null => {
  const cell = from?.closest("[data-cell]") ?? from
  const places = [cell, inView(taskId), neighbour, tabStopTask(), document.getElementById("main")]
  const place = places.find((each) => each?.isConnected === true && each !== document.body)
  return place instanceof HTMLElement ? place : null
}

/** The panel of the task that the address names. */
export const TaskSlot = () => {
  const { store } = useBoard()
  const id = useComputed(() => store.idOf(openTaskId.value))
  const key = store.keyOf(id.value)
  // While it is rendered: then the panel takes the focus.
  const from = useMemo(() => document.activeElement, [key])
  useSignalEffect(() => {
    if (id.value !== openTaskId.value) go({ task: id.value }, "replace")
  })
  // A description that waited for the server can be refused after its panel was closed.
  const said = useRef(new Set<unknown>())
  useSignalEffect(() => {
    for (const conflict of conflicts.value) {
      const { boardId, deleted, field, taskId } = conflict
      if (
        boardId !== store.id ||
        deleted !== undefined ||
        field !== "description" ||
        taskId === id.value ||
        said.current.has(conflict)
      )
        continue
      said.current.add(conflict)
      notify(t("panel.conflict"), {
        action: { text: t("action.edit"), run: () => go({ task: taskId }) },
        isOver: () => !conflicts.value.includes(conflict)
      })
    }
  })
  // However it closes: also by the browser's way back.
  const neighbour = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (id.value === "") return
    const opened = id.value
    neighbour.current = null
    return () => focusAgain(() => placeAfter(from, store.idOf(opened), neighbour.current))
  }, [key])
  if (id.value === "") return null
  const close = () => {
    neighbour.current = neighbourOf(id.value)
    go({ task: "" })
  }
  return <TaskPanel key={key} id={id.value} close={close} />
}
