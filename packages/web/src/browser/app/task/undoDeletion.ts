import { api } from "../api.js"
import type { BoardStore } from "../store/BoardStore.js"
import { notify } from "../store/notices.js"
import { t } from "../text/texts.js"
import { attempt } from "../attempt.js"

/** Says that a part of a task is deleted, with a button that brings it back, until it is there again. */
export const offerUndo = (
  store: BoardStore,
  taskId: string,
  type: "subtask.deleted" | "timeEntry.deleted",
  subjectId: string,
  isBack: () => boolean
): void => {
  const undo = () =>
    attempt(async () => {
      const { changes } = await api.changes.listOfTask({ id: taskId, type, limit: 50 })
      const requestId = changes.find((each) => each.subjectId === subjectId)?.requestId ?? null
      if (requestId !== null) await store.undo(requestId)
    })
  notify(t(type === "subtask.deleted" ? "panel.subtaskDeleted" : "panel.timeDeleted"), {
    action: { text: t("action.undo"), run: () => void undo() },
    isOver: isBack
  })
}
