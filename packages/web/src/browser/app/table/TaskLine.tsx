import type { Person } from "@boardwright/client"
import { useBoard } from "../BoardContext.js"
import { isDue, isOverdue } from "../cells/due.js"
import { Editor } from "../cells/Editor.js"
import type { Next } from "../cells/EditorProps.js"
import { type Field, isQuiet, misfitOf, NAME_FIELD, patchOf, shownOf, valueOf } from "../cells/fields.js"
import { textOf } from "../cells/read.js"
import { userNames, Value } from "../cells/Value.js"
import { followLink, hrefWith } from "../route.js"
import type { BoardTask, Json } from "../store/Operation.js"
import { t } from "../text/texts.js"
import { CommentIcon } from "../ui/CommentIcon.js"
import { memo } from "../ui/memo.js"
import type { Decimals } from "./decimals.js"
import { editing, type Place } from "./place.js"

/** How a line asks the table to go on after an edit, which `change` stores. */
export type Leave = (from: Place, next: Next, change?: () => void) => void

interface LineProps {
  readonly task: BoardTask
  /** Of its group. */
  readonly color: string
  readonly fields: ReadonlyArray<Field>
  readonly decimals: Decimals
  readonly people: ReadonlyMap<string, Person>
  /** Its row among all of the table, from 1. */
  readonly index: number
  readonly canEdit: boolean
  readonly isSelected: boolean
  /** The key of its cell that the keyboard is in. */
  readonly focused: string | null
  /** The key of its cell that is being edited. */
  readonly edited: string | null
  readonly leave: Leave
}

/** The editor of the cell that is being edited. */
const CellEditor = ({ field, leave, task }: Pick<LineProps, "task" | "leave"> & { field: Field }) => {
  const { people, store } = useBoard()
  const here: Place = { taskId: task.id, key: field.key }
  const isName = field.key === NAME_FIELD.key
  const set = (value: Json, seen: Json) => {
    if (!isName) store.update([task.id], patchOf(field, value), patchOf(field, seen))
    else if (typeof value === "string") store.update([task.id], { name: value }, { name: String(seen) })
  }
  return (
    <Editor
      field={isName ? { ...field, name: t("field.name") } : field}
      value={isName ? task.name : valueOf(task, field)}
      typed={editing.value?.typed ?? null}
      people={people.value}
      done={(value, next, seen) => leave(here, next, () => set(value, seen))}
      cancel={(next = "stay") => leave(here, next)}
    />
  )
}

const NameCell = ({ canEdit, edited, focused, isSelected, leave, task }: LineProps) => {
  const { comments, subtasks, subtasksDone } = task.counts
  return (
    <div
      role="rowheader"
      class="cell name"
      data-cell={`${task.id} name`}
      tabIndex={focused === NAME_FIELD.key ? 0 : -1}
    >
      {canEdit ? (
        <input
          type="checkbox"
          class="select"
          tabIndex={-1}
          checked={isSelected}
          aria-label={t("table.select", { name: task.name })}
        />
      ) : null}
      {edited === NAME_FIELD.key ? (
        <CellEditor task={task} field={NAME_FIELD} leave={leave} />
      ) : (
        <>
          <a class="task-name" dir="auto" href={hrefWith({ task: task.id })} tabIndex={-1} onClick={followLink}>
            {task.name}
          </a>
          {subtasks > 0 ? (
            <span class="count" title={t("task.subtasksDone", { done: subtasksDone, n: subtasks })}>
              {subtasksDone}/{subtasks}
            </span>
          ) : null}
          {comments > 0 ? (
            <span class="count" title={t("task.comments", { n: comments })}>
              <CommentIcon /> {comments}
            </span>
          ) : null}
        </>
      )}
    </div>
  )
}

/** A task as a row of the table, which handles its clicks and keys. */
export const TaskLine = memo((props: LineProps) => {
  const { color, decimals, edited, fields, focused, index, isSelected, leave, people, task } = props
  return (
    <div
      role="row"
      class="line task"
      aria-rowindex={index}
      aria-selected={isSelected}
      data-task={task.id}
      style={{ "--group": color }}
    >
      <NameCell {...props} />
      {fields.map((field) => {
        const value = shownOf(task, field)
        const warning = misfitOf(field, value)
        return (
          <div
            key={field.key}
            role="gridcell"
            class={`cell ${field.kind}`}
            data-cell={`${task.id} ${field.key}`}
            tabIndex={focused === field.key ? 0 : -1}
          >
            {edited === field.key ? (
              <CellEditor task={task} field={field} leave={leave} />
            ) : warning === null ? (
              <Value
                {...{ field, value, people }}
                decimals={decimals.get(field.key)}
                isLate={isDue(field) && isOverdue(task, field)}
                isQuiet={isQuiet(task, field)}
              />
            ) : (
              <span class="misfit" title={warning}>
                {userNames(people, value) ?? textOf(value)}
                <span class="visually-hidden"> {warning}</span>
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
})
