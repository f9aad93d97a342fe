import type { Column } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { entriesOf } from "../cells/fields.js"
import { t } from "../text/texts.js"
import { Dialog } from "../ui/Dialog.js"

interface Draft {
  /** Null for a new option. */
  readonly id: string | null
  readonly label: string
  readonly color: string
}

const NEW_COLOR = "#579BFC"

/** Labels of a column: rename, color, order, add and delete. Labels that tasks have are replaced by another one. */
export const OptionsDialog = ({ close, column }: { column: Column; close: () => void }) => {
  const { store } = useBoard()
  const drafts = useSignal<ReadonlyArray<Draft>>(column.options.map(({ color, id, label }) => ({ id, label, color })))
  const replacements = useSignal<Readonly<Record<string, string>>>({})
  const set = (at: number, patch: Partial<Draft>) => {
    drafts.value = drafts.value.map((each, index) => (index === at ? { ...each, ...patch } : each))
  }
  const swap = (at: number, by: number) => {
    const next = [...drafts.value]
    const [moved] = next.splice(at, 1)
    if (moved !== undefined) next.splice(at + by, 0, moved)
    drafts.value = next
  }
  const kept = new Set(drafts.value.map(({ id }) => id))
  const removed = column.options.filter(({ id }) => !kept.has(id))
  const used = removed.filter(({ label }) =>
    [...store.tasks().values()].some((task) => entriesOf(task.columnValues[column.id]).includes(label))
  )
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const replaceWith = Object.fromEntries(
      used.map(({ id }) => [id, replacements.value[id] ?? drafts.value[0]?.id ?? ""])
    )
    const options = drafts.value.map(({ color, id, label }) => ({ label, color, ...(id === null ? {} : { id }) }))
    const patch = { options, ...(used.length === 0 ? {} : { replaceWith }) }
    const isStored = await store.change((given) =>
      api.boards.updateColumn({ boardId: store.id, columnId: column.id, ...patch }, given)
    )
    if (isStored) close()
  }
  return (
    <Dialog title={t("options.title", { name: column.name })} close={close}>
      <form onSubmit={save}>
        <ol class="options">
          {drafts.value.map(({ color, id, label }, at) => (
            <li key={id ?? `new ${at}`}>
              <input
                type="color"
                value={color}
                aria-label={t("options.color", { label })}
                onInput={({ currentTarget }) => set(at, { color: currentTarget.value.toUpperCase() })}
              />
              <input
                type="text"
                required
                maxLength={255}
                value={label}
                aria-label={t("options.label")}
                onInput={({ currentTarget }) => set(at, { label: currentTarget.value })}
              />
              <button
                type="button"
                class="plain"
                disabled={at === 0}
                aria-label={t("options.up", { label })}
                onClick={() => swap(at, -1)}
              >
                ↑
              </button>
              <button
                type="button"
                class="plain"
                disabled={at === drafts.value.length - 1}
                aria-label={t("options.down", { label })}
                onClick={() => swap(at, 1)}
              >
                ↓
              </button>
              <button
                type="button"
                class="plain"
                aria-label={t("options.delete", { label })}
                onClick={() => {
                  drafts.value = drafts.value.filter((_, index) => index !== at)
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ol>
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            drafts.value = [...drafts.value, { id: null, label: "", color: NEW_COLOR }]
          }}
        >
          {t("options.add")}
        </button>
        {used.map(({ id, label }) => (
          <label key={id} class="pick">
            {t("options.replace", { label })}
            <select
              required
              value={replacements.value[id] ?? drafts.value[0]?.id ?? ""}
              onChange={({ currentTarget }) => {
                replacements.value = { ...replacements.value, [id]: currentTarget.value }
              }}
            >
              {drafts.value.flatMap((draft) =>
                draft.id === null
                  ? []
                  : [
                      <option key={draft.id} value={draft.id}>
                        {draft.label}
                      </option>
                    ]
              )}
            </select>
          </label>
        ))}
        <p class="sheet-actions">
          <button type="button" class="button quiet" onClick={close}>
            {t("action.cancel")}
          </button>
          <button type="submit" class="button">
            {t("action.save")}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
