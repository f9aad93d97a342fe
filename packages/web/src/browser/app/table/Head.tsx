import type { ComponentChildren } from "preact"
import { useBoard } from "../BoardContext.js"
import { addressNameOf, type Field, NAME_FIELD } from "../cells/fields.js"
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
  const column = (field: Field, name: string, cell: string, menu: ComponentChildren = null) => (
    <div
      key={field.key}
      role="columnheader"
      class={`cell ${cell}`}
      data-column={field.key}
      aria-sort={directionOf(addressNameOf(field))}
    >
      <button type="button" class="sort" onClick={() => turn(addressNameOf(field))}>
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
      {column(NAME_FIELD, t("field.name"), "name")}
      {fields.map((field) =>
        column(field, field.name, field.kind, canEdit.value ? <FieldMenu field={field} edit={edit} /> : null)
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
