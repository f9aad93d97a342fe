import type { Group } from "@boardwright/client"
import { useBoard } from "../BoardContext.js"
import { type Field, isEmptyValue, NAME_FIELD, valueOf } from "../cells/fields.js"
import { numberOf, numberText, sumOf } from "../cells/read.js"
import type { BoardTask } from "../store/Operation.js"
import { counted, t } from "../text/texts.js"
import { AddTask } from "../ui/AddTask.js"
import type { Decimals } from "./decimals.js"
import { GroupMenu } from "./GroupMenu.js"
import { paste } from "./paste.js"

/** The sum of a column of numbers, with a mark where cells are left out of it. */
const Sum = ({
  decimals,
  field,
  tasks
}: {
  tasks: ReadonlyArray<BoardTask>
  field: Field
  decimals: number | undefined
}) => {
  const values = tasks.map((task) => valueOf(task, field)).filter((value) => !isEmptyValue(value))
  const numbers = values.map(numberOf).filter((number) => !Number.isNaN(number))
  if (numbers.length === 0) return null
  const sum = numberText(sumOf(numbers), decimals)
  const left = values.length - numbers.length
  const title = `${t("table.sum", { name: field.name })}: ${sum}`
  return (
    <span class="sum" title={left === 0 ? title : `${title}. ${counted("table.notSummed", left)}`}>
      {/* A long one may be broken where its groups of digits meet. */}
      {sum.split(/(?<=\d\D)(?=\d{3})/).map((part, at) => (at === 0 ? part : [<wbr key={at} />, part]))}
      {left === 0 ? "" : "*"}
    </span>
  )
}

/** The heading of a group: its name, how many tasks it has, and the sums of its columns of numbers. */
export const GroupLine = ({
  decimals,
  fields,
  group,
  index,
  isOpen,
  tasks,
  toggle
}: {
  group: Group
  tasks: ReadonlyArray<BoardTask>
  isOpen: boolean
  fields: ReadonlyArray<Field>
  decimals: Decimals
  index: number
  toggle: () => void
}) => {
  const { canEdit, selected } = useBoard()
  const hidden = isOpen ? 0 : tasks.filter(({ id }) => selected.value.has(id)).length
  return (
    <div role="row" class="line group" aria-rowindex={index} data-group={group.id} style={{ "--group": group.color }}>
      <div role="rowheader" class="cell name">
        <button type="button" class="fold" aria-expanded={isOpen} onClick={toggle}>
          <span class="arrow" aria-hidden="true" />
          <span class="group-name" dir="auto">
            {group.name}
          </span>
        </button>
        <span class="count">
          {counted("count.tasks", tasks.length)}
          {hidden === 0 ? null : `, ${counted("selection.count", hidden)}`}
        </span>
        {canEdit.value ? <GroupMenu group={group} tasks={tasks} /> : null}
      </div>
      {fields.map((field) => (
        <div key={field.key} role="gridcell" class={`cell ${field.kind}`}>
          {field.kind === "number" ? <Sum tasks={tasks} field={field} decimals={decimals.get(field.key)} /> : null}
        </div>
      ))}
    </div>
  )
}

/** The line at the end of a group that adds a task by its name. */
export const AddLine = ({ group, index }: { group: Group; index: number }) => {
  const board = useBoard()
  return (
    <div role="row" class="line add" aria-rowindex={index} style={{ "--group": group.color }}>
      <div role="gridcell" class="cell name">
        <AddTask
          label={t("table.addTo", { group: group.name })}
          groupId={group.id}
          add={(...tasks) => board.add(...tasks.map((task) => ({ ...task, groupId: group.id })))}
          addTable={(text) => {
            const fields = [NAME_FIELD, ...board.fields.value.filter(({ isShown }) => isShown)]
            void paste(board.store, { isTable: true, text }, { fields, groupId: group.id, taskIds: [] })
          }}
        />
      </div>
    </div>
  )
}
