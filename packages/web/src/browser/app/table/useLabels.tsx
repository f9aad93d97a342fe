import { useSignal } from "@preact/signals"
import { useBoard } from "../BoardContext.js"
import type { Field } from "../cells/fields.js"
import { withPageTexts } from "../text/withPageTexts.js"
import { later } from "../ui/later.js"

const OptionsDialog = later(
  () => withPageTexts(async () => (await import("./OptionsDialog.js")).OptionsDialog),
  () => null
)

/** Edits the labels of a field in a dialog, which is to be rendered. */
export const useLabels = () => {
  const { store } = useBoard()
  const edited = useSignal<Field | null>(null)
  const field = edited.value
  const isThere = field?.column === null || store.board().columns.some(({ id }) => id === field?.key)
  const close = () => {
    edited.value = null
  }
  return {
    dialog: field !== null && isThere ? <OptionsDialog key={field.key} field={field} close={close} /> : null,
    edit: (next: Field): void => {
      edited.value = next
    }
  }
}
