import { useBoard } from "../BoardContext.js"
import { counted, t } from "../text/texts.js"
import { isFiltered } from "./shown.js"

/** How many tasks are shown, what is not sent yet, and whether what others do is shown. */
export const State = () => {
  const { canEdit, filter, shown, store } = useBoard()
  const [all, unsent] = [store.tasks().size, store.unsent()]
  const counts = isFiltered(filter.value)
    ? t("state.shown", { n: shown.value.length, tasks: counted("count.tasks", all) })
    : counted("count.tasks", all)
  const isNothing = store.isComplete() && shown.value.length === 0
  return (
    <p class="state" role="status">
      <span>{isNothing ? t(all === 0 ? "board.empty" : "board.noMatch") : counts}</span>
      {store.isComplete() ? null : <span>{t("state.loading")}</span>}
      {canEdit.value ? null : <span>{t("board.readOnly")}</span>}
      {store.isWaiting() ? (
        <span class="offline">{counted("state.waiting", unsent)}</span>
      ) : store.isLive() ? null : (
        <span class="offline">{t("state.offline")}</span>
      )}
    </p>
  )
}
