import { useBoard } from "../BoardContext.js"
import { type Field, patchOf } from "../cells/fields.js"
import { textOf } from "../cells/read.js"
import { Value } from "../cells/Value.js"
import { openTaskId } from "../route.js"
import { type Conflict, conflicts } from "../store/notices.js"
import type { Json, TaskPatch } from "../store/Operation.js"
import { t } from "../text/texts.js"
import { Dialog } from "../ui/Dialog.js"

const keyOf = (field: string): string => field.replace(/^columnValues\./, "")

/**
 * Asks which of two values of a field to keep, when somebody else changed it meanwhile. For a description the open panel of
 * its task asks.
 */
export const Conflicts = () => {
  const { fields, people, store } = useBoard()
  const first = conflicts.value.find(
    ({ boardId, field: name, taskId }) =>
      boardId === store.id && (name !== "description" || taskId !== store.idOf(openTaskId.value))
  )
  if (first === undefined) return null
  const task = store.tasks().get(first.taskId)
  const field = fields.value.find(({ key }) => key === keyOf(first.field))
  const close = () => {
    conflicts.value = conflicts.value.filter((each) => each !== first)
  }
  const keepMine = ({ field: name, mine, taskId }: Conflict) => {
    const value = (mine ?? null) as Json
    const patch: TaskPatch = field === undefined ? { [name]: value } : patchOf(field, value)
    store.overwrite(taskId, patch)
    close()
  }
  const shown = (value: unknown, of: Field | undefined) =>
    of === undefined ? textOf(value) : <Value field={of} value={value} people={people.value} />
  const name = field?.name ?? (first.field === "name" ? t("field.name") : first.field)
  return (
    <Dialog title={t("conflict.title")} close={close}>
      <p>{t("conflict.text", { field: name, task: task?.name ?? "" })}</p>
      <dl class="pair">
        <dt>{t("conflict.mine")}</dt>
        <dd>{shown(first.mine, field)}</dd>
        <dt>{t("conflict.theirs")}</dt>
        <dd>{shown(first.theirs, field)}</dd>
      </dl>
      <p class="sheet-actions">
        <button type="button" class="button quiet" onClick={close}>
          {t("conflict.keepTheirs")}
        </button>
        <button type="button" class="button" onClick={() => keepMine(first)}>
          {t("conflict.keepMine")}
        </button>
      </p>
    </Dialog>
  )
}
