import { useSignal } from "@preact/signals"
import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { go, hrefWith } from "../route.js"
import { notify } from "../store/notices.js"
import { sayRemoved } from "../store/sayRemoved.js"
import type { BoardTask } from "../store/Operation.js"
import { t } from "../text/texts.js"
import { attempt, useKey } from "../attempt.js"
import { MoveDialog } from "./MoveDialog.js"

/** What can be done with a whole task. */
export const Actions = ({ close, task }: { task: BoardTask; close: () => void }) => {
  const { canEdit, store } = useBoard()
  const isMoving = useSignal(false)
  const key = useKey()
  const { id, name } = task
  const copyLink = async () => {
    const link = new URL(hrefWith({ task: id }), location.href).href
    try {
      await navigator.clipboard.writeText(link)
      notify(t("panel.linkCopied"))
    } catch {
      // The browser allows no writing: the user copies it.
      notify(link)
    }
  }
  const duplicate = () =>
    attempt(async () => {
      const copy = await store.done((options) =>
        api.tasks.duplicate({ id }, { ...options, idempotencyKey: key.keyOf(id) })
      )
      key.forget()
      notify(t("panel.duplicated", { name }))
      go({ task: copy.task.id })
    })
  const remove = () => {
    store.remove([id])
    close()
    sayRemoved(store, [id], t("panel.deleted", { name }))
  }
  const action = (text: string, run: () => unknown) => (
    <button type="button" class="plain" onClick={() => void run()}>
      {text}
    </button>
  )
  return (
    <div class="task-actions" role="group" aria-label={t("panel.actions")}>
      {action(t("panel.copyLink"), copyLink)}
      {canEdit.value ? (
        <>
          {action(t("panel.duplicate"), duplicate)}
          {action(t("panel.moveToBoard"), () => {
            isMoving.value = true
          })}
          {action(t("action.delete"), remove)}
        </>
      ) : null}
      {isMoving.value ? (
        <MoveDialog
          task={task}
          end={() => {
            isMoving.value = false
          }}
          moved={close}
        />
      ) : null}
    </div>
  )
}
