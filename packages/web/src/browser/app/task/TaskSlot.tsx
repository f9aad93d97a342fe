import { useComputed, useSignalEffect } from "@preact/signals"
import { useMemo, useRef } from "preact/hooks"
import { useBoard } from "../BoardContext.js"
import { go, openTaskId } from "../route.js"
import { conflicts, notify } from "../store/notices.js"
import { t } from "../text/texts.js"
import { later } from "../ui/later.js"

const TaskPanel = later(
  async () => (await import("./TaskPanel.js")).TaskPanel,
  () => null
)

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
  if (id.value === "") return null
  const close = () => {
    const closed = id.value
    go({ task: "" })
    requestAnimationFrame(() => focusBack(from, closed))
  }
  return <TaskPanel key={key} id={id.value} close={close} />
}
