import { signal } from "@preact/signals"
import { today } from "../cells/read.js"
import { holdStill } from "../drag/drag.js"
import { followLink, hrefWith } from "../route.js"
import { p } from "../text/pageTexts.js"
import { useKeptFocus } from "../ui/useKeptFocus.js"
import { Agenda } from "./Agenda.js"
import { monthOf, monthStep } from "./days.js"
import { Month } from "./Month.js"
import { monthText } from "./texts.js"
import { Undated } from "./Undated.js"
import { useCalendar } from "./useCalendar.js"

const narrow = matchMedia("(max-width: 40rem)")
const isNarrow = signal(narrow.matches)
narrow.addEventListener("change", ({ matches }) => {
  isNarrow.value = matches
})

/** The tasks of a board by their due dates: a month, or an agenda in a narrow window. */
export const Calendar = () => {
  const state = useCalendar()
  const month = state.month.value
  useKeptFocus("data-due", state.byDay.value)
  const link = (to: string, text: string, arrow: string) => (
    <a class="button quiet" href={hrefWith({ month: to })} aria-label={text} onClick={followLink}>
      <span aria-hidden="true">{arrow}</span>
    </a>
  )
  return (
    <div class="calendar" onKeyDown={state.onKeyDown} onPointerDown={state.onPointerDown} onTouchMove={holdStill}>
      <div class="calendar-head">
        {link(monthStep(month, -1), p("calendar.previous"), "‹")}
        <a class="button quiet" href={hrefWith({ month: monthOf(today()) })} onClick={followLink}>
          {p("calendar.now")}
        </a>
        {link(monthStep(month, 1), p("calendar.next"), "›")}
        <p class="month-name" role="status">
          {monthText(month)}
        </p>
      </div>
      <div class={isNarrow.value ? "calendar-body narrow calendar-scroll" : "calendar-body"}>
        {isNarrow.value ? <Agenda state={state} /> : <Month state={state} />}
        <Undated state={state} />
      </div>
    </div>
  )
}
