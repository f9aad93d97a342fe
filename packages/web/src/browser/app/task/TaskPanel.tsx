import { useSignal } from "@preact/signals"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { isMissing, reasonOf } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { Editor } from "../cells/Editor.js"
import type { Field } from "../cells/fields.js"
import { dateText } from "../cells/read.js"
import type { BoardTask } from "../store/Operation.js"
import { t } from "../text/texts.js"
import { Actions } from "./Actions.js"
import { Comments } from "./Comments.js"
import { Description } from "./Description.js"
import { History } from "./History.js"
import { Missing } from "./Missing.js"
import { Subtasks } from "./Subtasks.js"
import { TaskFields } from "./TaskFields.js"
import { TimeEntries } from "./TimeEntries.js"
import { type OpenTask, useTask } from "./useTask.js"
import { focusAgain, focusOn } from "./focusOn.js"

const NAME: Omit<Field, "name"> = { key: "name", kind: "text", column: null, options: [], width: 0, isShown: true }

const Name = ({ task }: { task: BoardTask }) => {
  const { canEdit, store } = useBoard()
  const isEditing = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const end = () => {
    isEditing.value = false
    focusAgain(() => button.current)
  }
  if (!canEdit.value) return <h2 id="task-title">{task.name}</h2>
  return (
    <h2 id="task-title" aria-label={task.name}>
      {isEditing.value ? (
        <Editor
          field={{ ...NAME, name: t("panel.name") }}
          value={task.name}
          typed={null}
          people={new Map()}
          done={(name, _, seen) => {
            if (typeof name === "string") store.update([task.id], { name }, { name: String(seen) })
            end()
          }}
          cancel={end}
        />
      ) : (
        <button
          ref={button}
          type="button"
          class="plain title"
          title={t("panel.rename")}
          onClick={() => {
            isEditing.value = true
          }}
        >
          {task.name}
        </button>
      )}
    </h2>
  )
}

const Times = ({ task }: { task: BoardTask }) => (
  <p class="task-times">
    {t("panel.created")} <time dateTime={task.createdAt}>{dateText(task.createdAt)}</time>
    {" · "}
    {t("panel.updated")} <time dateTime={task.updatedAt}>{dateText(task.updatedAt)}</time>
  </p>
)

const Content = ({ id, open }: { id: string; open: OpenTask }) => {
  const { store } = useBoard()
  const task = open.task.value
  const details = open.details.value
  const error = open.error.value
  const isElsewhere = details !== null && details.boardId !== store.id
  if (isMissing(error) || isElsewhere)
    return <Missing id={id} details={details} isElsewhere={isElsewhere} open={open} />
  const again = ({ currentTarget }: { readonly currentTarget: Element }) => {
    open.reload()
    focusOn("task-panel", currentTarget)
  }
  const problem =
    error === null ? null : (
      <div class="task-problem">
        <p role="alert">{reasonOf(error)}</p>
        <button type="button" class="button quiet" onClick={again}>
          {t("action.retry")}
        </button>
      </div>
    )
  if (task === null) return problem ?? <p role="status">{t("panel.loading")}</p>
  return (
    <>
      <Name task={task} />
      <TaskFields task={task} warnings={details?.columnWarnings ?? []} />
      {details === null ? (
        problem
      ) : (
        <>
          <Description id={id} details={open.details} />
          <Subtasks id={id} details={details} />
          <Comments id={id} details={details} />
          <TimeEntries id={id} details={details} minutes={task.counts.minutes} />
          <History id={id} />
        </>
      )}
      <Times task={task} />
    </>
  )
}

/**
 * A task at the side of its board. It is a dialog that is not modal: a screen reader says its name when the focus enters
 * it, and people expect Escape to close one; the board beside it stays in reach of Tab and of the mouse, which a modal
 * dialog would prevent. A complementary landmark would be found but not announced. On a narrow window it covers the
 * board, which is hidden from the keyboard too as long as it is covered (task.css).
 */
export const TaskPanel = ({ close, id }: { id: string; close: () => void }) => {
  const root = useRef<HTMLElement>(null)
  const open = useTask(id)
  const { store } = useBoard()
  const name = open.task.value?.name
  const boardName = store.board().name
  useEffect(() => {
    if (name === undefined) return
    document.title = `${name} - ${boardName} - Boardwright`
    return () => {
      document.title = `${boardName} - Boardwright`
    }
  }, [name, boardName])
  // Its code may come late, while something else is being typed.
  useLayoutEffect(() => {
    if (document.activeElement?.matches("input, textarea, select") !== true)
      root.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section
      ref={root}
      id="task-panel"
      class="task-panel"
      role="dialog"
      aria-label={t("panel.label", { name: name ?? "" })}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || (event.target as Element).closest("dialog")) return
        event.preventDefault()
        close()
      }}
    >
      <div class="task-head">
        {open.task.value === null || isMissing(open.error.value) ? null : (
          <Actions task={open.task.value} close={close} />
        )}
        <button
          type="button"
          class="plain close"
          aria-label={t("panel.close")}
          title={t("panel.close")}
          onClick={close}
        >
          ×
        </button>
      </div>
      <Content id={id} open={open} />
    </section>
  )
}
