import { useEffect, useRef, useState } from "preact/hooks"
import { attempt } from "../attempt.js"
import { useBoard } from "../BoardContext.js"
import { type Field, patchOf } from "../cells/fields.js"
import { textOf } from "../cells/read.js"
import { Value } from "../cells/Value.js"
import { openTaskId } from "../route.js"
import { type Conflict, conflicts } from "../store/notices.js"
import type { Json, TaskPatch } from "../store/Operation.js"
import { p } from "../text/pageTexts.js"
import { t } from "../text/texts.js"
import { Dialog } from "../ui/Dialog.js"

const keyOf = (field: string): string => field.replace(/^columnValues\./, "")

const isInText = (): boolean =>
  document.activeElement?.matches("input:not([type=checkbox]), textarea, [contenteditable]") === true

/** Whether the user is where text is typed. */
const useIsTyping = (): boolean => {
  const [isTyping, setTyping] = useState(isInText)
  useEffect(() => {
    const closing = new AbortController()
    // An editor that ends gives the focus to a cell after it has lost it.
    const look = () => setTimeout(() => setTyping(isInText()))
    for (const event of ["focusin", "focusout"]) addEventListener(event, look, { signal: closing.signal })
    // The focus may have moved since the first render, before anybody listened.
    look()
    return () => closing.abort()
  }, [])
  return isTyping
}

/**
 * Asks which of two values of a field to keep, when somebody else changed it meanwhile; not while they are typing. For a
 * description the open panel of its task asks.
 */
export const Conflicts = () => {
  const { canEdit, fields, people, store } = useBoard()
  const isTyping = useIsTyping()
  const shown = useRef<Conflict | null>(null)
  const first = conflicts.value.find(
    ({ boardId, deleted, field: name, taskId }) =>
      boardId === store.id &&
      (deleted !== undefined || name !== "description" || taskId !== store.idOf(openTaskId.value))
  )
  if (first === undefined || (isTyping && shown.current !== first)) return null
  shown.current = first
  const task = store.tasks().get(first.taskId)
  const field = fields.value.find(({ key }) => key === keyOf(first.field))
  // A dialog of its own for each: one that was closed by Escape would stay so.
  const key = JSON.stringify(first)
  const close = () => {
    conflicts.value = conflicts.value.filter((each) => each !== first)
  }
  const restore = async (conflict: Conflict) => {
    const { restoreTask } = await import("../task/restoreTask.js")
    if (await attempt(() => store.done((options) => restoreTask(store.id, conflict.taskId, options))))
      keepMine(conflict)
  }
  const keepMine = ({ field: name, mine, taskId }: Conflict) => {
    const value = (mine ?? null) as Json
    const patch: TaskPatch = field === undefined ? { [name]: value } : patchOf(field, value)
    store.overwrite(taskId, patch)
    close()
  }
  const asShown = (value: unknown, of: Field | undefined) =>
    of === undefined ? textOf(value) : <Value field={of} value={value} people={people.value} />
  const own: Readonly<Record<string, string>> = { name: t("field.name"), description: t("panel.description") }
  const name = field?.name ?? own[first.field] ?? first.field
  if (first.deleted !== undefined)
    return (
      <Dialog key={key} title={p("conflict.deletedTitle")} close={close}>
        <p>{first.deleted === "" ? p("conflict.deletedUnnamed") : p("conflict.deleted", { task: first.deleted })}</p>
        <dl class="pair">
          <dt>{p("conflict.typed", { field: name })}</dt>
          <dd>{asShown(first.mine, field)}</dd>
        </dl>
        <p class="sheet-actions">
          <button type="button" class="button quiet" onClick={close}>
            {t("action.close")}
          </button>
          {canEdit.value ? (
            <button type="button" class="button" onClick={() => void restore(first)}>
              {p("conflict.restore")}
            </button>
          ) : null}
        </p>
      </Dialog>
    )
  return (
    <Dialog key={key} title={p("conflict.title")} close={close}>
      <p>{p("conflict.text", { field: name, task: task?.name ?? "" })}</p>
      <dl class="pair">
        <dt>{p("conflict.mine")}</dt>
        <dd>{asShown(first.mine, field)}</dd>
        <dt>{p("conflict.theirs")}</dt>
        <dd>{asShown(first.theirs, field)}</dd>
      </dl>
      <p class="sheet-actions">
        <button type="button" class="button quiet" onClick={close}>
          {p("conflict.keepTheirs")}
        </button>
        <button type="button" class="button" onClick={() => keepMine(first)}>
          {p("conflict.keepMine")}
        </button>
      </p>
    </Dialog>
  )
}
