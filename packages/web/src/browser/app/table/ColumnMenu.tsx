import type { Column } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { type Field, hasOptions, isEmptyValue, newOptions, valueOf } from "../cells/fields.js"
import { focusTasks } from "../focusTasks.js"
import { go } from "../route.js"
import { t } from "../text/texts.js"
import { confirm } from "../ui/confirm.js"
import { NameForm } from "../ui/NameForm.js"
import { Popup } from "../ui/Popup.js"
import { MoveItems } from "./MoveItems.js"
import { useLabels } from "./useLabels.js"

/** The types to choose from, each with its text. Other types are text. */
const TYPES = [
  ...["text", "long text", "number", "date", "person", "checkbox", "link", "email", "status", "priority", "dropdown"],
  "labels"
] as const

const typeText = (type: (typeof TYPES)[number]): string => t(`type.${type}`)

const SortItems = ({ close, field: { key } }: { field: Field; close: () => void }) => (
  <>
    <button type="button" class="choice" onClick={() => (go({ sort: key }), close())}>
      {t("column.ascending")}
    </button>
    <button type="button" class="choice" onClick={() => (go({ sort: `-${key}` }), close())}>
      {t("column.descending")}
    </button>
  </>
)

/** The menu of a column of the board: sort, rename, type, move, options, hide, delete. */
export const ColumnMenu = ({ column, field }: { column: Column; field: Field }) => {
  const { store } = useBoard()
  const { dialog, edit } = useLabels()
  const { id, name, options, strict, type } = column
  const update = (patch: Omit<Parameters<typeof api.boards.updateColumn>[0], "boardId" | "columnId">) =>
    store.change((options) => api.boards.updateColumn({ boardId: store.id, columnId: id, ...patch }, options))
  // The server makes options of the values that tasks have.
  const setType = (next: string) => {
    const isEmpty = [...store.tasks().values()].every((task) => isEmptyValue(valueOf(task, field)))
    const known = isEmpty && options.length === 0 ? newOptions(next) : []
    return update({ type: next, ...(known.length === 0 ? {} : { options: known }) })
  }
  const remove = async (close: () => void) => {
    close()
    const isConfirmed = await confirm({
      title: t("column.deleteTitle", { name }),
      text: t("column.deleteText"),
      act: t("action.delete")
    })
    if (isConfirmed)
      await store.change((options) => api.boards.deleteColumn({ boardId: store.id, columnId: id }, options))
  }
  return (
    <>
      <Popup class="plain more" label={<span aria-hidden="true">⋯</span>} name={t("column.menu", { name })}>
        {(close) => (
          <div class="menu">
            <NameForm label={t("column.name")} value={name} save={(next) => update({ name: next })} done={close} />
            <label class="pick">
              {t("column.type")}
              <select value={type.toLowerCase()} onChange={({ currentTarget }) => setType(currentTarget.value)}>
                {TYPES.some((each) => each === type.toLowerCase()) ? null : <option value={type}>{type}</option>}
                {TYPES.map((each) => (
                  <option key={each} value={each}>
                    {typeText(each)}
                  </option>
                ))}
              </select>
            </label>
            <SortItems field={field} close={close} />
            <MoveItems
              {...{ kind: "column", id, name, close }}
              ids={store.board().columns.flatMap((each) => (each.visible === false ? [] : each.id))}
              moveBefore={(beforeColumnId) => update({ beforeColumnId })}
            />
            {hasOptions(field) ? (
              <button type="button" class="choice" onClick={() => (close(), edit(field))}>
                {t("column.options")}
              </button>
            ) : null}
            <label class="tick">
              <input
                type="checkbox"
                checked={strict}
                onChange={({ currentTarget }) => update({ strict: currentTarget.checked })}
              />
              {t("column.strict")}
            </label>
            <button
              type="button"
              class="choice"
              onClick={() => (close(), void update({ visible: false }).then(focusTasks))}
            >
              {t("column.hide")}
            </button>
            <button type="button" class="choice danger" onClick={() => remove(close)}>
              {t("action.delete")}
            </button>
          </div>
        )}
      </Popup>
      {dialog}
    </>
  )
}

/** The menu of a field without a column: sort, or make a column of it, whose labels can be changed. */
export const OwnFieldMenu = ({ edit, field }: { field: Field; edit: (field: Field) => unknown }) => (
  <Popup class="plain more" label={<span aria-hidden="true">⋯</span>} name={t("column.menu", { name: field.name })}>
    {(close) => (
      <div class="menu">
        <button type="button" class="choice" onClick={() => (close(), edit(field))}>
          {t("column.options")}
        </button>
        <SortItems field={field} close={close} />
      </div>
    )}
  </Popup>
)

/** Adds a column to the board, at the end. */
export const AddColumn = () => {
  const { store } = useBoard()
  const type = useSignal<string>("text")
  return (
    <Popup class="plain more" label={<span aria-hidden="true">+</span>} name={t("column.add")}>
      {(close) => (
        <div class="menu">
          <label class="pick">
            {t("column.type")}
            <select
              value={type.value}
              onChange={({ currentTarget }) => {
                type.value = currentTarget.value
              }}
            >
              {TYPES.map((each) => (
                <option key={each} value={each}>
                  {typeText(each)}
                </option>
              ))}
            </select>
          </label>
          <NameForm
            label={t("column.name")}
            value=""
            save={(name) => {
              const known = newOptions(type.value)
              const input = { id: store.id, name, type: type.value, ...(known.length === 0 ? {} : { options: known }) }
              return store.change((options) => api.boards.addColumn(input, options))
            }}
            done={close}
          />
        </div>
      )}
    </Popup>
  )
}
