import { useBoard } from "../BoardContext.js"
import { t } from "../text/texts.js"
import { ahead, later } from "../ui/later.js"
import { Popup } from "../ui/Popup.js"
import { Tool } from "./Tool.js"

const FilterConditions = later(ahead(async () => (await import("./FilterConditions.js")).FilterConditions))

/** A button that opens the conditions of the filter, and says how many fields have some. */
export const FilterPopup = () => {
  const { filter } = useBoard()
  const n = new Set(filter.value.conditions.map(({ key }) => key)).size
  const text = n === 0 ? t("toolbar.filter") : t("toolbar.filters", { n })
  return (
    <Popup name={text} label={<Tool icon="filter" text={text} mark={n === 0 ? "" : String(n)} />}>
      {() => <FilterConditions />}
    </Popup>
  )
}
