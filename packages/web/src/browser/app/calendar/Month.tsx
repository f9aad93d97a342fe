import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { today } from "../cells/read.js"
import type { BoardTask } from "../store/Operation.js"
import { locale, t } from "../text/texts.js"
import { p } from "../text/pageTexts.js"
import { AddTask } from "../ui/AddTask.js"
import { DayDialog } from "./DayDialog.js"
import { dayByKey, firstDayOf, monthOf, weeksOf } from "./days.js"
import { DueTask } from "./DueTask.js"
import { MoreTasks } from "./MoreTasks.js"
import { dayText, numberText, shortWeekdayText, weekdayText } from "./texts.js"
import type { CalendarState } from "./useCalendar.js"

/** Tasks that a day shows; the others are in its list. */
const MOST = 3

const dayOfEvent = ({ target }: Event): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>("[role='gridcell']")?.dataset["day"] : undefined

const Day = ({
  adding,
  day,
  more,
  state,
  stopAdding,
  tasks
}: {
  state: CalendarState
  day: string
  tasks: ReadonlyArray<BoardTask>
  adding: boolean
  stopAdding: (isByKey: boolean) => void
  more: () => void
}) => {
  const { activeDay, add, heldId, month, wanted } = state
  const cell = useRef<HTMLDivElement>(null)
  const isActive = activeDay.value === day
  const isToday = day === today()
  useLayoutEffect(() => {
    if (wanted.value !== day) return
    wanted.value = null
    cell.current?.focus()
  })
  void wanted.value
  const isFull = tasks.length > MOST + 1
  const kept = isFull ? tasks.filter(({ id }, at) => at < MOST || id === heldId.value) : tasks
  const hidden = tasks.length - kept.length
  return (
    <div
      ref={cell}
      role="gridcell"
      class={monthOf(day) === month.value ? "day" : "day outside"}
      data-day={day}
      tabIndex={isActive ? 0 : -1}
      aria-current={isToday ? "date" : undefined}
    >
      <span class="day-number">
        <span class="visually-hidden">{dayText(day)}</span>
        <span aria-hidden="true">{numberText(day)}</span>
      </span>
      {kept.map((task) => (
        <DueTask key={state.keyOf(task.id)} state={state} task={task} tabIndex={isActive ? 0 : -1} />
      ))}
      <MoreTasks n={hidden} day={day} open={more} tabIndex={isActive ? 0 : -1} />
      {adding ? (
        <AddTask
          label={p("calendar.addOn", { date: dayText(day) })}
          add={(...tasks) => add(day, ...tasks)}
          close={stopAdding}
        />
      ) : null}
    </div>
  )
}

/** A month as a grid of weeks. */
export const Month = ({ state }: { state: CalendarState }) => {
  const { activeDay, byDay, canAdd, month, show, wanted } = state
  const addingOn = useSignal<string | null>(null)
  const listed = useSignal<string | null>(null)
  const weeks = weeksOf(month.value, firstDayOf(locale()))
  const first = `${month.value}-01`
  // The keyboard starts in the month that is shown.
  if (!weeks.flat().includes(activeDay.value)) activeDay.value = monthOf(today()) === month.value ? today() : first

  const onKeyDown = (event: KeyboardEvent): void => {
    const day = dayOfEvent(event)
    if (day === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const next = dayByKey(day, event.key)
    if (next !== null) {
      event.preventDefault()
      show(next)
      wanted.value = next
    } else if (event.key === "Enter" && (event.target as Element).matches("[role='gridcell']") && canAdd.value) {
      event.preventDefault()
      addingOn.value = day
    }
  }
  const onClick = (event: MouseEvent): void => {
    const day = dayOfEvent(event)
    if (day === undefined || !(event.target instanceof Element) || event.target.closest("a, button, input") !== null)
      return
    activeDay.value = day
    if (canAdd.value) addingOn.value = day
  }
  return (
    <>
      <div
        class="month calendar-scroll"
        role="grid"
        aria-label={t("view.calendar")}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocusIn={(event) => {
          activeDay.value = dayOfEvent(event) ?? activeDay.value
        }}
      >
        <div role="row" class="week weekdays">
          {weeks[0]?.map((day) => (
            <div key={day} role="columnheader" aria-label={weekdayText(day)}>
              {shortWeekdayText(day)}
            </div>
          ))}
        </div>
        {weeks.map((week) => (
          <div key={week[0]} role="row" class="week">
            {week.map((day) => (
              <Day
                key={day}
                state={state}
                day={day}
                tasks={byDay.value.get(day) ?? []}
                adding={addingOn.value === day}
                stopAdding={(isByKey) => {
                  addingOn.value = null
                  if (isByKey) wanted.value = day
                }}
                more={() => {
                  activeDay.value = day
                  listed.value = day
                }}
              />
            ))}
          </div>
        ))}
      </div>
      {listed.value === null ? null : (
        <DayDialog
          state={state}
          day={listed.value}
          close={() => {
            wanted.value = listed.value
            listed.value = null
          }}
        />
      )}
    </>
  )
}
