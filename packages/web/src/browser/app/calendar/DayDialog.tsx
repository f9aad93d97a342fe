import { useLayoutEffect, useRef } from "preact/hooks"
import { announce, Announcer } from "../drag/Announcer.js"
import { t } from "../text/texts.js"
import { DueTask } from "./DueTask.js"
import { dayText } from "./texts.js"
import type { CalendarState } from "./useCalendar.js"

/** All tasks of a day. */
export const DayDialog = ({ close, day, state }: { state: CalendarState; day: string; close: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    announce("")
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      class="day-list"
      aria-labelledby="day-list-name"
      onClose={close}
      onClick={(event) => {
        // Outside of it, or on a task that opens.
        const isTask = event.target instanceof Element && event.target.closest("[data-due]") !== null
        if (event.target === event.currentTarget || isTask) close()
      }}
    >
      <h2 id="day-list-name">{dayText(day)}</h2>
      <ul>
        {(state.byDay.value.get(day) ?? []).map((task) => (
          <li key={state.keyOf(task.id)}>
            <DueTask state={state} task={task} tabIndex={0} />
          </li>
        ))}
      </ul>
      <button type="button" class="button quiet" onClick={() => dialog.current?.close()}>
        {t("action.close")}
      </button>
      {/* The one of the board is inert behind a modal dialog. */}
      <Announcer />
    </dialog>
  )
}
