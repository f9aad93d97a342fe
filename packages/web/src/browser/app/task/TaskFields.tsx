import type { ColumnWarning } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { useRef } from "preact/hooks"
import { useBoard } from "../BoardContext.js"
import { isDue, isOverdue } from "../cells/due.js"
import { Editor } from "../cells/Editor.js"
import type { Next } from "../cells/EditorProps.js"
import { asJson } from "../cells/typedValue.js"
import { type Field, isEmptyValue, isQuiet, patchOf, shownOf, valueOf, warningOf } from "../cells/fields.js"
import { isChecked } from "../cells/read.js"
import { Value } from "../cells/Value.js"
import type { BoardTask, Json } from "../store/Operation.js"
import { t } from "../text/texts.js"
import { focusAgain } from "./focusOn.js"

/** What Tab goes to in the fields of a task. */
const STOPS = "a, button, input, select"

const FieldValue = ({
  describedBy,
  field,
  task
}: {
  field: Field
  task: BoardTask
  describedBy: string | undefined
}) => {
  const { canEdit, people, store } = useBoard()
  const isEditing = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const value = valueOf(task, field)
  const labelId = `task-field-${field.key}`
  const put = (next: Json, seen: Json) => store.update([task.id], patchOf(field, next), patchOf(field, seen))
  const end = (to: Next = "stay") => {
    isEditing.value = false
    focusAgain(() => {
      const stops = [...(button.current?.closest("dl")?.querySelectorAll<HTMLElement>(STOPS) ?? [])]
      const step = to === "next" ? 1 : to === "before" ? -1 : 0
      return stops[stops.findIndex((stop) => stop === button.current) + step] ?? button.current
    })
  }
  const begin = () => {
    isEditing.value = true
  }
  const seen = shownOf(task, field)
  const shown = isEmptyValue(seen) ? (
    <span class="nothing">{t("panel.empty")}</span>
  ) : (
    <Value
      field={field}
      value={seen}
      people={people.value}
      isInGrid={false}
      isLate={isDue(field) && isOverdue(task, field)}
      isQuiet={isQuiet(task, field)}
    />
  )
  if (field.kind === "checkbox")
    return (
      <input
        type="checkbox"
        checked={isChecked(value)}
        disabled={!canEdit.value}
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => put(currentTarget.checked, asJson(value))}
      />
    )
  if (!canEdit.value) return <div class="value">{shown}</div>
  if (isEditing.value)
    return (
      <Editor
        field={field}
        value={value}
        typed={null}
        people={people.value}
        done={(next, to, seen) => {
          put(next, seen)
          end(to)
        }}
        cancel={end}
      />
    )
  const isLink = (field.kind === "link" || field.kind === "email") && !isEmptyValue(value)
  return (
    <div class={isLink ? "linked" : ""}>
      {isLink ? shown : null}
      <button
        ref={button}
        type="button"
        class="plain value"
        id={`${labelId}-value`}
        aria-labelledby={`${labelId} ${labelId}-value`}
        aria-describedby={describedBy}
        onClick={begin}
      >
        {isLink ? t("action.edit") : shown}
      </button>
    </div>
  )
}

const Group = ({ task }: { task: BoardTask }) => {
  const { canEdit, store } = useBoard()
  const { groups } = store.board()
  return (
    <div class="task-field">
      <dt id="task-field-group">{t("panel.group")}</dt>
      <dd>
        {canEdit.value ? (
          <select
            value={task.groupId}
            aria-labelledby="task-field-group"
            onChange={({ currentTarget }) => store.move([task.id], currentTarget.value, null)}
          >
            {groups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          groups.find(({ id }) => id === task.groupId)?.name
        )}
      </dd>
    </div>
  )
}

/** Every field of a task with its value, and why values do not fit. */
export const TaskFields = ({ task, warnings }: { task: BoardTask; warnings: ReadonlyArray<ColumnWarning> }) => {
  const { fields } = useBoard()
  return (
    <dl class="task-fields">
      <Group task={task} />
      {fields.value.map((field) => {
        const warning = warnings.find(({ columnId }) => columnId === field.key)
        const warningId = warning === undefined ? undefined : `task-field-${field.key}-warning`
        return (
          <div class="task-field" key={field.key}>
            <dt id={`task-field-${field.key}`}>{field.name}</dt>
            <dd>
              <FieldValue field={field} task={task} describedBy={warningId} />
              {warning === undefined ? null : (
                <p class="warning" id={warningId}>
                  {warningOf(field, warning.message)}
                </p>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
