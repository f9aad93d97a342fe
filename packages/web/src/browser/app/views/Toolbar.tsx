import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { type Field, type Option } from "../cells/fields.js"
import { Chip, Face } from "../cells/Value.js"
import { go, params } from "../route.js"
import { t } from "../text/texts.js"
import { Popup } from "../ui/Popup.js"
import { filterName, isFiltered } from "./shown.js"

const NONE = "none"

/** One value of a field that the filter may let through. */
const Choice = ({ field, option, show }: { field: Field; option: string; show: preact.ComponentChildren }) => {
  const name = filterName(field)
  const chosen = params(name)
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={chosen.includes(option)}
        onChange={({ currentTarget }) =>
          go(
            { [name]: currentTarget.checked ? [...chosen, option] : chosen.filter((each) => each !== option) },
            "replace"
          )
        }
      />
      {show}
    </label>
  )
}

const choicesOf = (field: Field, people: ReadonlyArray<Option>): ReadonlyArray<Option> =>
  field.kind === "people" ? people : field.options

const FilterPopup = () => {
  const { fields, filter, people } = useBoard()
  const known = [...people.value.values()]
    .filter(({ role }) => role !== null)
    .map(({ id, name }) => ({ id, label: id, color: "", text: name ?? id }))
  const filtered = fields.value.filter(({ kind }) => kind === "option" || kind === "labels" || kind === "people")
  const count = filter.value.values.size
  return (
    <Popup label={count === 0 ? t("toolbar.filter") : t("toolbar.filters", { n: count })}>
      {() => (
        <div class="filters">
          {filtered.map((field) => (
            <fieldset key={field.key}>
              <legend>{field.name}</legend>
              {choicesOf(field, known).map(({ color, label, text }) => {
                const show =
                  field.kind === "people" ? (
                    <>
                      <Face id={label} name={text} avatar={people.value.get(label)?.avatar} /> {text}
                    </>
                  ) : (
                    <Chip text={text} color={color} />
                  )
                return <Choice key={label} field={field} option={label} show={show} />
              })}
              {(field.column === null && field.kind === "option") || field.fallback !== undefined ? null : (
                <Choice field={field} option={NONE} show={t("toolbar.none")} />
              )}
            </fieldset>
          ))}
        </div>
      )}
    </Popup>
  )
}

const SortPopup = () => {
  const { fields, filter } = useBoard()
  const { sort } = filter.value
  const key = sort.replace(/^-/, "")
  const name = fields.value.find((field) => field.key === key)?.name ?? (key === "name" ? t("field.name") : "")
  const choices = [{ key: "", name: t("toolbar.boardOrder") }, { key: "name", name: t("field.name") }, ...fields.value]
  return (
    <Popup label={sort === "" ? t("toolbar.sort") : t("toolbar.sorted", { name })}>
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
  const { store } = useBoard()
  return (
    <Popup label={t("toolbar.columns")}>
      {() => (
        <fieldset class="filters">
          <legend>{t("toolbar.columns")}</legend>
          {store.board().columns.map(({ id, name, visible }) => (
            <label key={id} class="tick">
              <input
                type="checkbox"
                checked={visible}
                onChange={({ currentTarget }) =>
                  store.change((options) =>
                    api.boards.updateColumn(
                      { boardId: store.id, columnId: id, visible: currentTarget.checked },
                      options
                    )
                  )
                }
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </Popup>
  )
}

/** What is searched, filtered and sorted, above every view of a board. */
export const Toolbar = () => {
  const { canEdit, filter, store } = useBoard()
  const { assignee, q } = filter.value
  const clear = () => {
    const names = [...filter.value.values.keys()].map((key) => [filterName({ key }), null])
    go({ q: null, mine: null, ...Object.fromEntries(names) })
  }
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
        {t("toolbar.mine")}
      </button>
      <FilterPopup />
      <SortPopup />
      {canEdit.value ? (
        <>
          <button type="button" class="button quiet" disabled={!store.canUndo()} onClick={() => store.undo()}>
            {t("action.undo")}
          </button>
          <button type="button" class="button quiet" disabled={!store.canRedo()} onClick={() => store.redo()}>
            {t("action.redo")}
          </button>
        </>
      ) : null}
      {canEdit.value && store.board().columns.length > 0 ? <ColumnsPopup /> : null}
      {isFiltered(filter.value) ? (
        <button type="button" class="plain" onClick={clear}>
          {t("toolbar.clear")}
        </button>
      ) : null}
    </div>
  )
}
