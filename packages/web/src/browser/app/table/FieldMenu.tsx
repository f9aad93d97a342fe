import type { Column } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { addressNameOf, type Field, isEmptyValue, newOptions, valueOf } from "../cells/fields.js"
import { updateField } from "../cells/updateField.js"
import { focusTasks } from "../focusTasks.js"
import { go } from "../route.js"
import type { BoardStore } from "../store/BoardStore.js"
import { t } from "../text/texts.js"
import { confirm } from "../ui/confirm.js"
import { NameForm } from "../ui/NameForm.js"
import { Popup } from "../ui/Popup.js"
import { MoveItems } from "./MoveItems.js"

/** The types to choose from, each with its text. Other types are text. */
const TYPES = [
  ...["text", "long text", "number", "date", "person", "checkbox", "link", "email", "status", "priority", "dropdown"],
  "labels"
] as const

/** The menu of a field: sort, move, labels, hide; for a column also rename, type and delete. */
export const FieldMenu = ({ edit, field }: { field: Field; edit: (field: Field) => unknown }) => {
  const { fields, store } = useBoard()
  const { column, key, kind, name } = field
  return (
    <Popup class="plain more" label={<span aria-hidden="true">⋯</span>} name={t("column.menu", { name })}>
      {(close) => (
        <div class="menu">
          {column === null ? null : <ColumnForms {...{ close, column, field }} />}
          <button type="button" class="choice" onClick={() => (go({ sort: addressNameOf(field) }), close())}>
            {t("column.ascending")}
          </button>
          <button type="button" class="choice" onClick={() => (go({ sort: `-${addressNameOf(field)}` }), close())}>
            {t("column.descending")}
          </button>
          <MoveItems
            {...{ kind: "column", id: key, name, close }}
            ids={fields.value.flatMap((each) => (each.isShown && each.column !== null ? [each.key] : []))}
            moveBefore={(beforeColumnId) => updateField(store, field, { beforeColumnId })}
          />
          {kind === "option" || kind === "labels" ? (
            <button type="button" class="choice" onClick={() => (close(), edit(field))}>
              {t("column.options")}
            </button>
          ) : null}
          <button
            type="button"
            class="choice"
            onClick={() => (close(), void updateField(store, field, { visible: false }).then(focusTasks))}
          >
            {t("column.hide")}
          </button>
          {column === null ? null : (
            <button type="button" class="choice danger" onClick={() => (close(), removeColumn(store, column))}>
              {t("action.delete")}
            </button>
          )}
        </div>
      )}
    </Popup>
  )
}

const removeColumn = async (store: BoardStore, { field, id, name }: Column): Promise<void> => {
  const isConfirmed = await confirm({
    title: t("column.deleteTitle", { name }),
    text: t(field === null ? "column.deleteText" : "column.deleteBoundText"),
    act: t("action.delete")
  })
  if (!isConfirmed) return
  const isDeleted = await store.change((options) =>
    api.boards.deleteColumn({ boardId: store.id, columnId: id }, options)
  )
  if (isDeleted) focusTasks()
}

const TypePick = ({ choose, type }: { type: string; choose: (type: string) => unknown }) => (
  <label class="pick">
    {t("column.type")}
    <select value={type.toLowerCase()} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {TYPES.some((each) => each === type.toLowerCase()) ? null : <option value={type}>{type}</option>}
      {TYPES.map((each) => (
        <option key={each} value={each}>
          {t(`type.${each}`)}
        </option>
      ))}
    </select>
  </label>
)

/** The name and the type of a column, and whether it is strict. */
const ColumnForms = ({ close, column, field }: { close: () => void; column: Column; field: Field }) => {
  const { store } = useBoard()
  const { name, options, strict, type } = column
  // The server makes options of the values that tasks have.
  const setType = (next: string) => {
    const isEmpty = [...store.tasks().values()].every((task) => isEmptyValue(valueOf(task, field)))
    const known = isEmpty && options.length === 0 ? newOptions(next) : []
    return updateField(store, field, { type: next, ...(known.length === 0 ? {} : { options: known }) })
  }
  return (
    <>
      <NameForm
        label={t("column.name")}
        value={name}
        save={(next) => updateField(store, field, { name: next })}
        done={close}
      />
      <TypePick type={type} choose={setType} />
      <label class="tick">
        <input
          type="checkbox"
          checked={strict}
          onChange={({ currentTarget }) => updateField(store, field, { strict: currentTarget.checked })}
        />
        {t("column.strict")}
      </label>
    </>
  )
}

/** Adds a column to the board, at the end. */
export const AddColumn = () => {
  const { store } = useBoard()
  const type = useSignal<string>("text")
  return (
    <Popup class="plain more" label={<span aria-hidden="true">+</span>} name={t("column.add")}>
      {(close) => (
        <div class="menu">
          <TypePick
            type={type.value}
            choose={(next) => {
              type.value = next
            }}
          />
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
