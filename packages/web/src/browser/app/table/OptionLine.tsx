import { foldLabel, type Option } from "../cells/fields.js"
import { p } from "../text/pageTexts.js"
import type { Draft } from "./mergeOptions.js"

/** The known value that a label means, a new one by its text until another is chosen; "" for one that means itself. */
export const meaningOf = (known: ReadonlyArray<Option>, { id, label, value }: Draft): string => {
  const isMeant = (each: Option) =>
    value === null ? id === null && foldLabel(each.text) === foldLabel(label) : each.label === value
  return known.find(isMeant)?.label ?? ""
}

/** The controls of a label in the dialog that edits the labels of a field. */
export const OptionLine = ({
  draft,
  isFirst,
  isLast,
  known,
  move,
  remove,
  set
}: {
  draft: Draft
  isFirst: boolean
  isLast: boolean
  /** What labels of the field can mean. */
  known: ReadonlyArray<Option>
  set: (patch: Partial<Draft>) => void
  move: (by: -1 | 1) => void
  remove: () => void
}) => {
  const { color, label } = draft
  return (
    <li>
      <input
        type="color"
        value={color}
        aria-label={p("options.color", { label })}
        onInput={({ currentTarget }) => set({ color: currentTarget.value.toUpperCase() })}
      />
      <input
        type="text"
        required
        maxLength={255}
        value={label}
        aria-label={p("options.label")}
        onInput={({ currentTarget }) => set({ label: currentTarget.value })}
      />
      {known.length === 0 ? null : (
        <select
          value={meaningOf(known, draft)}
          aria-label={p("options.meaning", { label })}
          onChange={({ currentTarget }) => set({ value: currentTarget.value || label || null })}
        >
          {known.map((each) => (
            <option key={each.label} value={each.label}>
              {p("options.means", { text: each.text })}
            </option>
          ))}
          <option value="">{p("options.itself")}</option>
        </select>
      )}
      <button
        type="button"
        class="plain up"
        disabled={isFirst}
        aria-label={p("options.up", { label })}
        onClick={() => move(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        class="plain down"
        disabled={isLast}
        aria-label={p("options.down", { label })}
        onClick={() => move(1)}
      >
        ↓
      </button>
      <button type="button" class="plain delete" aria-label={p("options.delete", { label })} onClick={remove}>
        ×
      </button>
    </li>
  )
}
