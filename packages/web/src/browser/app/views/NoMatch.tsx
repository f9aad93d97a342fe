import { useBoard } from "../BoardContext.js"
import { focusTasks } from "../focusTasks.js"
import { p } from "../text/pageTexts.js"

/** Says that the search and the filters let no task through, and clears them. */
export const NoMatch = () => {
  const { clearFilter } = useBoard()
  return (
    <div class="empty">
      <strong>{p("board.noMatch")}</strong>
      {p("board.noMatchHint")}
      <button type="button" class="button quiet" onClick={() => (clearFilter(), focusTasks())}>
        {p("board.showAll")}
      </button>
    </div>
  )
}
