import { useLayoutEffect, useRef } from "preact/hooks"
import { useBoard } from "../BoardContext.js"
import { inkOn } from "../cells/colors.js"
import { isOverdue } from "../cells/due.js"
import { fieldFor, optionOf, shownOf } from "../cells/fields.js"
import { followLink, hrefWith } from "../route.js"
import type { BoardTask } from "../store/Operation.js"
import { t } from "../text/texts.js"
import type { CalendarState } from "./useCalendar.js"

/** A task on its day: a link that opens it, with the color of its status. */
export const DueTask = ({ state, tabIndex, task }: { state: CalendarState; task: BoardTask; tabIndex: number }) => {
  const { fields } = useBoard()
  const link = useRef<HTMLAnchorElement>(null)
  const { field, wanted } = state
  const status = fieldFor(fields.value, "status")
  const option = status === undefined ? null : optionOf(status, shownOf(task, status))
  const color = option?.color ?? "#C4C4C4"
  useLayoutEffect(() => {
    if (wanted.value !== task.id) return
    wanted.value = null
    link.current?.focus()
    link.current?.scrollIntoView({ block: "nearest" })
  })
  void wanted.value
  return (
    <a
      ref={link}
      class="due-task"
      dir="auto"
      href={hrefWith({ task: task.id })}
      tabIndex={tabIndex}
      data-due={task.id}
      style={{ background: color, color: inkOn(color) }}
      title={option === null ? task.name : `${task.name}, ${option.text}`}
      onClick={followLink}
    >
      {isOverdue(task, field.value) ? (
        <>
          <span aria-hidden="true">⚠ </span>
          <bdi class="visually-hidden">{t("task.late")} </bdi>
        </>
      ) : null}
      {task.name}
    </a>
  )
}
