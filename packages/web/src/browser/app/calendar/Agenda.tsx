import { useSignal } from "@preact/signals"
import { today } from "../cells/read.js"
import { p } from "../text/pageTexts.js"
import { AddTask } from "../ui/AddTask.js"
import { DayDialog } from "./DayDialog.js"
import { monthOf } from "./days.js"
import { DueTask } from "./DueTask.js"
import { MoreTasks } from "./MoreTasks.js"
import { dayText } from "./texts.js"
import type { CalendarState } from "./useCalendar.js"

/** Tasks that a day shows; all of them are in its list. */
const MOST = 20

/** A month as a list of the days that have tasks, for narrow windows. Another day is chosen to get its first task. */
export const Agenda = ({ state }: { state: CalendarState }) => {
  const { add, byDay, canAdd, month } = state
  const listed = useSignal<string | null>(null)
  const other = useSignal("")
  const now = today()
  const days = [...byDay.value.keys()].filter((day) => day !== "" && monthOf(day) === month.value)
  for (const day of canAdd.value ? new Set([now, other.value]) : [])
    if (monthOf(day) === month.value && !days.includes(day)) days.push(day)
  const showOther = (day: string): void => {
    // A field of dates has parts of years while they are typed.
    if (!/^[1-9]\d{3}-/.test(day)) return
    other.value = day
    state.show(day)
  }
  return (
    <div class="agenda">
      {days.length === 0 ? <p class="empty">{p("calendar.empty")}</p> : null}
      {days.toSorted().map((day) => (
        <section key={day} data-day={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} aria-current={day === now ? "date" : undefined}>
            {dayText(day)}
          </h2>
          <ul>
            {(byDay.value.get(day) ?? []).slice(0, MOST).map((task) => (
              <li key={state.keyOf(task.id)}>
                <DueTask state={state} task={task} tabIndex={0} />
              </li>
            ))}
          </ul>
          <MoreTasks
            n={(byDay.value.get(day)?.length ?? 0) - MOST}
            day={day}
            open={() => {
              listed.value = day
            }}
          />
          {canAdd.value ? (
            <AddTask label={p("calendar.addOn", { date: dayText(day) })} add={(...tasks) => add(day, ...tasks)} />
          ) : null}
        </section>
      ))}
      {canAdd.value ? (
        <label class="other-day">
          {p("calendar.otherDay")}
          <input type="date" value={other.value} onChange={({ currentTarget }) => showOther(currentTarget.value)} />
        </label>
      ) : null}
      {listed.value === null ? null : (
        <DayDialog
          state={state}
          day={listed.value}
          close={() => {
            listed.value = null
          }}
        />
      )}
    </div>
  )
}
