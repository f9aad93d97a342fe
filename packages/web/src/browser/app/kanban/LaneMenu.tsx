import { useBoard } from "../BoardContext.js"
import { changeLabels } from "../cells/boundColumns.js"
import type { Field } from "../cells/fields.js"
import { MoveItems } from "../table/MoveItems.js"
import { p } from "../text/pageTexts.js"
import { t } from "../text/texts.js"
import { NameForm } from "../ui/NameForm.js"
import { Popup } from "../ui/Popup.js"
import type { Lane } from "./lanes.js"

/** The menu of a lane of a label: rename, move, edit all labels. */
export const LaneMenu = ({ edit, field, lane }: { field: Field; lane: Lane; edit: (field: Field) => unknown }) => {
  const { fields, store } = useBoard()
  const { id, name } = lane
  const isOf = (laneId: string | null) => (option: { readonly label: string; readonly value: string | null }) =>
    // In a column that the field gets only now, what tasks have becomes the value.
    (field.column === null ? option.value : option.label) === laneId
  const rename = (label: string) =>
    changeLabels(store, fields.value, field, (options) =>
      options.map((each) => (isOf(id)(each) ? { ...each, label } : each))
    )
  const moveBefore = (beforeId: string | null) =>
    changeLabels(store, fields.value, field, (options) => {
      const others = options.filter((each) => !isOf(id)(each))
      const at = beforeId === null ? others.length : others.findIndex(isOf(beforeId))
      return [...others.slice(0, at), ...options.filter(isOf(id)), ...others.slice(at)]
    })
  return (
    <Popup class="plain more" label={<span aria-hidden="true">⋯</span>} name={p("kanban.menu", { name })}>
      {(close) => (
        <div class="menu">
          <NameForm label={p("kanban.lane")} value={name} save={rename} done={close} />
          <MoveItems {...{ kind: "lane", id, name, close, moveBefore }} ids={field.options.map(({ label }) => label)} />
          <button type="button" class="choice" onClick={() => (close(), edit(field))}>
            {t("column.options")}
          </button>
        </div>
      )}
    </Popup>
  )
}
