import { useBoard } from "../BoardContext.js"
import type { Field } from "../cells/fields.js"
import { MoveItems } from "../table/MoveItems.js"
import { p } from "../text/pageTexts.js"
import { t } from "../text/texts.js"
import { NameForm } from "../ui/NameForm.js"
import { Popup } from "../ui/Popup.js"
import { movableLanes, moveLane, renameLane } from "./changeLane.js"
import type { Lane } from "./lanes.js"

/** The menu of a lane of a label: rename, move, edit all labels. */
export const LaneMenu = ({ edit, field, lane }: { field: Field; lane: Lane; edit: (field: Field) => unknown }) => {
  const view = useBoard()
  const { id, name } = lane
  return (
    <Popup class="plain more" label={<span aria-hidden="true">⋯</span>} name={p("kanban.menu", { name })}>
      {(close) => (
        <div class="menu">
          <NameForm
            label={p("kanban.lane")}
            value={name}
            save={(label) => renameLane(view, field, id, label)}
            done={close}
          />
          <MoveItems
            {...{ kind: "lane", id, name, close }}
            ids={movableLanes(view, field)}
            moveBefore={(beforeId) => moveLane(view, field, id, beforeId)}
          />
          <button type="button" class="choice" onClick={() => (close(), edit(field))}>
            {t("column.options")}
          </button>
        </div>
      )}
    </Popup>
  )
}
