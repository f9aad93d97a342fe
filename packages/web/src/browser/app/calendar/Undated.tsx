import { useSignal } from "@preact/signals"
import { p } from "../text/pageTexts.js"
import { DueTask } from "./DueTask.js"
import type { CalendarState } from "./useCalendar.js"

/** Tasks that are shown at first, and that more are shown at a time. */
const STEP = 50

/** The tasks without a date. */
export const Undated = ({ state }: { state: CalendarState }) => {
  const most = useSignal(STEP)
  const tasks = state.byDay.value.get("") ?? []
  const hidden = tasks.length - most.value
  if (tasks.length === 0)
    return state.canAdd.value ? (
      <p class="undated none" data-day="">
        {p("calendar.dropHint")}
      </p>
    ) : null
  return (
    <section class="undated calendar-scroll" data-day="" aria-labelledby="undated-name">
      <h2 id="undated-name">
        {p("calendar.undated")} <span class="count">{tasks.length}</span>
      </h2>
      <ul>
        {tasks.slice(0, most.value).map((task) => (
          <li key={state.keyOf(task.id)}>
            <DueTask state={state} task={task} tabIndex={0} />
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <button
          type="button"
          class="plain"
          onClick={() => {
            most.value += STEP
          }}
        >
          {p("calendar.more", { n: Math.min(hidden, STEP) })}
        </button>
      ) : null}
    </section>
  )
}
