import { useComputed, useSignal, useSignalEffect } from "@preact/signals"
import type { FunctionComponent } from "preact"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { reasonOf } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { go, openTaskId } from "../route.js"
import { conflicts, notify } from "../store/notices.js"
import { t } from "../text/texts.js"

/** Where the focus goes when the panel of a task closes: to where it came from, or to the task in the view. */
const focusBack = (from: Element | null, taskId: string): void => {
  const cell = from?.closest("[data-cell]") ?? from
  const places = [
    cell,
    document.querySelector(`[data-cell="${CSS.escape(taskId)} name"]`),
    document.getElementById("main")
  ]
  const place = places.find((each) => each?.isConnected === true && each !== document.body)
  if (place instanceof HTMLElement) place.focus()
}

/** The panel of the task that the address names. Its code is loaded when the first task is opened. */
export const TaskSlot = () => {
  const { store } = useBoard()
  const Panel = useSignal<FunctionComponent<{ id: string; close: () => void }> | null>(null)
  const id = useComputed(() => store.idOf(openTaskId.value))
  const isOpen = id.value !== ""
  const key = store.keyOf(id.value)
  // While it is rendered: then the panel takes the focus.
  const from = useMemo(() => document.activeElement, [key])
  useSignalEffect(() => {
    if (id.value !== openTaskId.value) go({ task: id.value }, "replace")
  })
  useEffect(() => {
    if (!isOpen) return
    const load = async () => {
      try {
        Panel.value = (await import("./TaskPanel.js")).TaskPanel
      } catch (error) {
        notify(reasonOf(error), { tone: "bad" })
      }
    }
    void load()
  }, [isOpen])
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
  if (!isOpen || Panel.value === null) return null
  const close = () => {
    const closed = id.value
    go({ task: "" })
    requestAnimationFrame(() => focusBack(from, closed))
  }
  return <Panel.value key={key} id={id.value} close={close} />
}
