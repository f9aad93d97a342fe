import { useSignal } from "@preact/signals"
import { today } from "../cells/read.js"
import { t } from "../text/texts.js"
import { AddTask } from "../ui/AddTask.js"
import { DayDialog } from "./DayDialog.js"
import { monthOf } from "./days.js"
import { DueTask } from "./DueTask.js"
import { MoreTasks } from "./MoreTasks.js"
import { dayText } from "./texts.js"
import type { CalendarState } from "./useCalendar.js"

/** Tasks that a day shows; all of them are in its list. */
const MOST = 20

/** A month as a list of the days that have tasks, for narrow windows. */
export const Agenda = ({ state }: { state: CalendarState }) => {
  const { add, byDay, canAdd, month } = state
  const listed = useSignal<string | null>(null)
  const now = today()
  const days = [...byDay.value.keys()].filter((day) => day !== "" && monthOf(day) === month.value)
  if (canAdd.value && monthOf(now) === month.value && !days.includes(now)) days.push(now)
  return (
    <div class="agenda">
      {days.length === 0 ? <p class="empty">{t("calendar.empty")}</p> : null}
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
            <AddTask label={t("calendar.addOn", { date: dayText(day) })} add={(...tasks) => add(day, ...tasks)} />
          ) : null}
        </section>
      ))}
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
