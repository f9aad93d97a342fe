import { useSignal } from "@preact/signals"
import { useBoard } from "../BoardContext.js"
import { bindShown } from "../cells/boundColumns.js"
import type { Field } from "../cells/fields.js"
import { later } from "../ui/later.js"

const OptionsDialog = later(
  async () => (await import("./OptionsDialog.js")).OptionsDialog,
  () => null
)

/** Edits the labels of a field in a dialog, which is to be rendered. The field gets a column if it has none. */
export const useLabels = () => {
  const { fields, store } = useBoard()
  const columnId = useSignal("")
  const column = store.board().columns.find(({ id }) => id === columnId.value)
  const close = () => {
    columnId.value = ""
  }
  return {
    dialog: column === undefined ? null : <OptionsDialog key={column.id} column={column} close={close} />,
    edit: async (field: Field): Promise<void> => {
      if (field.column === null && !(await bindShown(store, fields.value, field))) return
      const own = field.column ?? store.board().columns.find((each) => each.field === field.key)
      columnId.value = own?.id ?? ""
    }
  }
}
