import type { TaskDetails } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { renewing } from "../api.js"
import { attempt } from "../attempt.js"
import { useBoard } from "../BoardContext.js"
import { t } from "../text/texts.js"
import { focusOn } from "./focusOn.js"
import { deletionOf, restoreTask } from "./restoreTask.js"
import type { OpenTask } from "./useTask.js"

/** In place of a task that is deleted, or on another board. */
export const Missing = ({
  details,
  id,
  isElsewhere,
  open
}: {
  id: string
  details: TaskDetails | null
  isElsewhere: boolean
  open: OpenTask
}) => {
  const { canEdit, store } = useBoard()
  const isInTrash = useSignal(false)
  const mayRestore = canEdit.value && !isElsewhere
  useEffect(() => {
    if (!mayRestore) return
    const look = async () => {
      const deletion = await renewing(() => deletionOf(store.id, id)).catch(() => null)
      isInTrash.value = deletion !== null
    }
    void look()
  }, [mayRestore, id])
  const restore = async (from: Element) => {
    if (!(await attempt(() => store.done((options) => restoreTask(store.id, id, options))))) return
    open.reload()
    focusOn("task-panel", from)
  }
  return (
    <div class="task-problem">
      <p role="alert">
        {isElsewhere
          ? t("panel.elsewhere")
          : details === null
            ? t("panel.goneUnnamed")
            : t("panel.gone", { name: details.name })}
      </p>
      {isElsewhere ? (
        <a
          class="button"
          href={`/app?board=${encodeURIComponent(details?.boardId ?? "")}&task=${encodeURIComponent(id)}`}
        >
          {t("panel.follow")}
        </a>
      ) : null}
      {isInTrash.value ? (
        <button type="button" class="button" onClick={({ currentTarget }) => void restore(currentTarget)}>
          {t("panel.restore")}
        </button>
      ) : null}
    </div>
  )
}
