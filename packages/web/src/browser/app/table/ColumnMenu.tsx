import type { Column } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { type Field, hasOptions, knownOptions } from "../cells/fields.js"
import { go } from "../route.js"
import { t } from "../text/texts.js"
import { confirm } from "../ui/confirm.js"
import { later } from "../ui/later.js"
import { NameForm } from "../ui/NameForm.js"
import { Popup } from "../ui/Popup.js"
import { MoveItems } from "./MoveItems.js"

const OptionsDialog = later(
  async () => (await import("./OptionsDialog.js")).OptionsDialog,
  () => null
)

/** The types to choose from, each with its text. Other types are text. */
const TYPES = [
  ...["text", "long text", "number", "date", "person", "checkbox", "link", "email", "status", "priority", "dropdown"],
  "labels"
] as const

const typeText = (type: (typeof TYPES)[number]): string => t(`type.${type}`)

/** The menu of a column of the board: sort, rename, type, move, options, hide, delete. */
export const ColumnMenu = ({ column, field }: { column: Column; field: Field }) => {
  const { store } = useBoard()
  const isEditing = useSignal(false)
  const { id, name, strict, type } = column
  const update = (patch: Omit<Parameters<typeof api.boards.updateColumn>[0], "boardId" | "columnId">) =>
    store.change((options) => api.boards.updateColumn({ boardId: store.id, columnId: id, ...patch }, options))
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
              <select
                value={type.toLowerCase()}
                onChange={({ currentTarget }) => update({ type: currentTarget.value })}
              >
                {TYPES.some((each) => each === type.toLowerCase()) ? null : <option value={type}>{type}</option>}
                {TYPES.map((each) => (
                  <option key={each} value={each}>
                    {typeText(each)}
                  </option>
                ))}
              </select>
            </label>
            <button type="button" class="choice" onClick={() => (go({ sort: field.key }), close())}>
              {t("column.ascending")}
            </button>
            <button type="button" class="choice" onClick={() => (go({ sort: `-${field.key}` }), close())}>
              {t("column.descending")}
            </button>
            <MoveItems
              {...{ kind: "column", id, name, close }}
              ids={store.board().columns.flatMap((each) => (each.visible === false ? [] : each.id))}
              moveBefore={(beforeColumnId) => update({ beforeColumnId })}
            />
            {hasOptions(field) ? (
              <button
                type="button"
                class="choice"
                onClick={() => {
                  close()
                  isEditing.value = true
                }}
              >
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
            <button type="button" class="choice" onClick={() => (close(), update({ visible: false }))}>
              {t("column.hide")}
            </button>
            <button type="button" class="choice danger" onClick={() => remove(close)}>
              {t("action.delete")}
            </button>
          </div>
        )}
      </Popup>
      {isEditing.value ? (
        <OptionsDialog
          column={column}
          close={() => {
            isEditing.value = false
          }}
        />
      ) : null}
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
              const known = knownOptions(type.value).map(({ color, label }) => ({ label, color }))
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
