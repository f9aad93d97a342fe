import { countedInPage, p } from "../text/pageTexts.js"
import { dayText } from "./texts.js"

/** The button that opens the list of a day, if the day has more tasks than it shows. */
export const MoreTasks = ({
  day,
  n,
  open,
  tabIndex = 0
}: {
  day: string
  n: number
  open: () => void
  tabIndex?: number
}) =>
  n <= 0 ? null : (
    <button
      type="button"
      class="plain more-tasks"
      tabIndex={tabIndex}
      aria-label={countedInPage("calendar.moreOn", n, { date: dayText(day) })}
      onClick={open}
    >
      {p("calendar.more", { n })}
    </button>
  )
