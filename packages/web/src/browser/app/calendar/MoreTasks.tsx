import { t } from "../text/texts.js"
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
      aria-label={t("calendar.moreOn", { n, date: dayText(day) })}
      onClick={open}
    >
      {t("calendar.more", { n })}
    </button>
  )
