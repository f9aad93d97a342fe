import { api } from "../api.js"
import { notify } from "../store/notices.js"
import { t } from "../text/texts.js"
import { attempt } from "../attempt.js"

/** Says that a part of a task is deleted, with a button that brings it back. */
export const offerUndo = (taskId: string, type: "subtask.deleted" | "timeEntry.deleted", subjectId: string): void => {
  const undo = () =>
    attempt(async () => {
      const { changes } = await api.changes.listOfTask({ id: taskId, type, limit: 50 })
      const change = changes.find((each) => each.subjectId === subjectId)
      if (change !== undefined) await api.changes.undo({ id: change.id })
    })
  notify(t(type === "subtask.deleted" ? "panel.subtaskDeleted" : "panel.timeDeleted"), {
    action: { text: t("action.undo"), run: () => void undo() }
  })
}
