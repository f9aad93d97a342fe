import type { ComponentChildren } from "preact"
import { useBoard } from "../BoardContext.js"
import type { Field } from "../cells/fields.js"
import { go } from "../route.js"
import { t } from "../text/texts.js"
import { AddColumn, FieldMenu } from "./FieldMenu.js"
import { useLabels } from "./useLabels.js"

/** The names of the fields, which sort the table, each with its menu. */
export const Head = ({ fields }: { fields: ReadonlyArray<Field> }) => {
  const { canEdit, filter } = useBoard()
  const { dialog, edit } = useLabels()
  const { sort } = filter.value
  const directionOf = (key: string) => (sort === key ? "ascending" : sort === `-${key}` ? "descending" : undefined)
  const turn = (key: string) => go({ sort: sort === key ? `-${key}` : sort === `-${key}` ? "" : key })
  const column = (key: string, name: string, cell: string, menu: ComponentChildren = null) => (
    <div key={key} role="columnheader" class={`cell ${cell}`} data-column={key} aria-sort={directionOf(key)}>
      <button type="button" class="sort" onClick={() => turn(key)}>
        <span class="two-lines">
          {name}
          <span class="direction" aria-hidden="true" />
        </span>
      </button>
      {menu}
    </div>
  )
  return (
    <div role="row" class="line head" aria-rowindex={1}>
      {column("name", t("field.name"), "name")}
      {fields.map((field) =>
        column(field.key, field.name, field.kind, canEdit.value ? <FieldMenu field={field} edit={edit} /> : null)
      )}
      {canEdit.value ? (
        <div role="gridcell" class="cell end">
          <AddColumn />
          {dialog}
        </div>
      ) : null}
    </div>
  )
}
