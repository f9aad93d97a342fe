/** An option as it is edited; `id` is null for a new one. */
export interface Draft {
  readonly id: string | null
  readonly label: string
  readonly color: string
  /** What it means in the field of the task; null for what its label says. */
  readonly value: string | null
}

type Option = Draft & { readonly id: string }

/**
 * The options to store of a list that was edited since it was `opened`, with what others have changed meanwhile: what was not
 * edited stays as it is now, options that they added come last, and those that they deleted stay away.
 */
export const mergeOptions = (
  opened: ReadonlyArray<Option>,
  drafts: ReadonlyArray<Draft>,
  current: ReadonlyArray<Option>
): ReadonlyArray<Draft> => {
  const edited = drafts.flatMap((draft) => {
    if (draft.id === null) return [draft]
    const before = opened.find(({ id }) => id === draft.id)
    const now = current.find(({ id }) => id === draft.id)
    if (now === undefined) return []
    const { color, id, label, value } = draft
    return [
      {
        id,
        label: label === before?.label ? now.label : label,
        color: color === before?.color ? now.color : color,
        value: value === before?.value ? now.value : value
      }
    ]
  })
  return [...edited, ...current.filter(({ id }) => !opened.some((each) => each.id === id))]
}
