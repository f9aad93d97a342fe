import { useEffect } from "preact/hooks"
import { useBoard } from "../BoardContext.js"
import { addressNameOf, fieldNamed } from "../cells/fields.js"
import { updateField } from "../cells/updateField.js"
import { go, param } from "../route.js"
import { t } from "../text/texts.js"
import { withPageTexts } from "../text/withPageTexts.js"
import { ahead, later } from "../ui/later.js"
import { Popup } from "../ui/Popup.js"
import { FilterPopup } from "./FilterPopup.js"
import { isFiltered } from "./shown.js"
import { Tool } from "./Tool.js"

const LanesBy = later(
  ahead(() => withPageTexts(async () => (await import("../kanban/LanesBy.js")).LanesBy)),
  () => null
)

const SortPopup = () => {
  const { fields, filter } = useBoard()
  const { sort } = filter.value
  const key = sort.replace(/^-/, "")
  const isGone = sort === "" && param("sort") !== ""
  useEffect(() => {
    if (isGone) go({ sort: null }, "replace")
  }, [isGone])
  const name = fieldNamed(fields.value, key)?.name ?? (key === "name" ? t("field.name") : "")
  const choices = [
    { key: "", name: t("toolbar.boardOrder") },
    { key: "name", name: t("field.name") },
    ...fields.value.map((field) => ({ key: addressNameOf(field), name: field.name }))
  ]
  const text = sort === "" ? t("toolbar.sort") : t("toolbar.sorted", { name })
  const mark = sort === "" ? "" : sort.startsWith("-") ? "↓" : "↑"
  return (
    <Popup name={text} label={<Tool icon="sort" text={text} mark={mark} />}>
      {() => (
        <fieldset class="filters">
          <legend>{t("toolbar.sort")}</legend>
          {choices.map((choice) => (
            <label key={choice.key} class="tick">
              <input
                type="radio"
                name="sort"
                checked={choice.key === key}
                onChange={() => go({ sort: choice.key }, "replace")}
              />
              {choice.name}
            </label>
          ))}
          <label class="tick">
            <input
              type="checkbox"
              disabled={key === ""}
              checked={sort.startsWith("-")}
              onChange={({ currentTarget }) => go({ sort: currentTarget.checked ? `-${key}` : key }, "replace")}
            />
            {t("toolbar.descending")}
          </label>
        </fieldset>
      )}
    </Popup>
  )
}

const ColumnsPopup = () => {
  const { fields, store } = useBoard()
  return (
    <Popup name={t("toolbar.columns")} label={<Tool icon="columns" text={t("toolbar.columns")} />}>
      {() => (
        <fieldset class="filters">
          <legend>{t("toolbar.columns")}</legend>
          {fields.value.map((field) => (
            <label key={field.key} class="tick">
              <input
                type="checkbox"
                checked={field.isShown}
                onChange={({ currentTarget }) => updateField(store, field, { visible: currentTarget.checked })}
              />
              {field.name}
            </label>
          ))}
        </fieldset>
      )}
    </Popup>
  )
}

/** What is searched, filtered and sorted, above every view of a board. */
export const Toolbar = () => {
  const { canEdit, clearFilter, filter, store } = useBoard()
  const { assignee, q } = filter.value
  return (
    <div class="toolbar" role="group" aria-label={t("toolbar")}>
      <input
        type="search"
        class="search"
        placeholder={t("toolbar.search")}
        aria-label={t("toolbar.search")}
        value={q}
        onInput={({ currentTarget }) => go({ q: currentTarget.value }, "replace")}
      />
      <button
        type="button"
        class="button quiet"
        aria-pressed={assignee !== null}
        onClick={() => go({ mine: assignee === null ? "1" : null })}
      >
        <Tool icon="mine" text={t("toolbar.mine")} />
      </button>
      <FilterPopup />
      <SortPopup />
      {canEdit.value ? (
        <>
          <button type="button" class="button quiet" disabled={!store.canUndo()} onClick={() => store.undo()}>
            <Tool icon="undo" text={t("action.undo")} />
          </button>
          <button type="button" class="button quiet" disabled={!store.canRedo()} onClick={() => store.redo()}>
            <Tool icon="redo" text={t("action.redo")} />
          </button>
        </>
      ) : null}
      {canEdit.value && param("view") !== "calendar" ? <ColumnsPopup /> : null}
      {isFiltered(filter.value) ? (
        <button type="button" class="plain" onClick={clearFilter}>
          {t("toolbar.clear")}
        </button>
      ) : null}
      {param("view") === "kanban" ? <LanesBy /> : null}
    </div>
  )
}
