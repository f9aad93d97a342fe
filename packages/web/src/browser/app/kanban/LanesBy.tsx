import { useComputed } from "@preact/signals"
import { useBoard } from "../BoardContext.js"
import { fieldNamed } from "../cells/fields.js"
import { go, param } from "../route.js"
import { useLabels } from "../table/useLabels.js"
import { p } from "../text/pageTexts.js"
import { BY_GROUP, laneFields } from "./lanes.js"

/** The fields that lanes can be made of, and the one that they are made of, which the address names; null for groups. */
export const useLaneField = () => {
  const { fields, store } = useBoard()
  const choices = useComputed(() => laneFields(fields.value, store.tasks()))
  const field = useComputed(() => {
    const by = param("by")
    return by === BY_GROUP ? null : (fieldNamed(choices.value, by) ?? choices.value[0] ?? null)
  })
  return { choices, field }
}

/** Chooses what the lanes are made of, and edits them. */
export const LanesBy = () => {
  const { canEdit } = useBoard()
  const { choices, field } = useLaneField()
  const { dialog, edit } = useLabels()
  const shown = field.value
  return (
    <div class="lanes-by">
      <label for="lanes-by">{p("kanban.by")}</label>
      <select
        id="lanes-by"
        value={shown?.key ?? BY_GROUP}
        onChange={({ currentTarget }) => go({ by: currentTarget.value })}
      >
        {choices.value.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
        <option value={BY_GROUP}>{p("kanban.group")}</option>
      </select>
      {canEdit.value && shown !== null ? (
        <button type="button" class="button quiet" onClick={() => edit(shown)}>
          {p("kanban.edit")}
        </button>
      ) : null}
      {dialog}
    </div>
  )
}
