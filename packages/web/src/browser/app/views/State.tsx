import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { focusTasks } from "../focusTasks.js"
import { counted, t } from "../text/texts.js"
import { isFiltered } from "./shown.js"

/** Says that the user has not answered the invitation to the board or its workspace yet, and lets them accept it. */
const Invited = () => {
  const { store } = useBoard()
  const accept = async (): Promise<void> => {
    const { invitations } = await api.invitations.listMine()
    const { id: boardId, workspaceId } = store.board()
    const open = invitations.find((each) => each.boardId === boardId || each.workspaceId === workspaceId)
    if (open !== undefined) await api.invitations.accept({ id: open.id })
  }
  const join = async (): Promise<void> => {
    if (await store.change(accept)) focusTasks()
  }
  return (
    <span>
      {t("board.invited")}{" "}
      <button type="button" class="button quiet" onClick={() => void join()}>
        {t("invitation.accept")}
      </button>
    </span>
  )
}

/** Says that changes of an earlier visit wait for the user to decide, and shows their dialog again. */
const Unsent = () => {
  const { isUnsentClosed, store } = useBoard()
  const open = (): void => {
    isUnsentClosed.value = false
  }
  return (
    <span>
      {counted("state.unsent", store.overdue().length)}{" "}
      <button type="button" class="button quiet" onClick={open}>
        {t("state.unsent.show")}
      </button>
    </span>
  )
}

/** How many tasks are shown, what is not sent yet, and whether what others do is shown. */
export const State = () => {
  const { canEdit, filter, shown, store } = useBoard()
  const [all, unsent] = [store.tasks().size, store.unsent()]
  const tasks = counted("count.tasks", all)
  const counts = isFiltered(filter.value) ? t("state.shown", { n: shown.value.length, tasks }) : tasks
  const waiting = store.isWaiting() ? counted("state.waiting", unsent) : null
  // In the place of how many there are: what is below must not move.
  const trouble = store.isLive() ? waiting : t("state.offline", { what: waiting ?? t("state.stale") })
  return (
    <p class="state" role="status">
      {trouble === null ? (
        <span>{all === 0 && store.isComplete() ? t("board.empty") : counts}</span>
      ) : (
        <span class="offline" title={trouble}>
          {trouble}
        </span>
      )}
      {store.isComplete() ? null : <span>{t("state.loading")}</span>}
      {store.overdue().length === 0 ? null : <Unsent />}
      {store.isInvited() ? <Invited /> : canEdit.value ? null : <span>{t("board.readOnly")}</span>}
    </p>
  )
}
