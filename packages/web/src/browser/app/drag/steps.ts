/** Things in order under one heading: the tasks of a group or of a lane. */
export interface Section {
  readonly id: string
  readonly ids: ReadonlyArray<string>
}

/** A place in a section; `before` is null for its end. */
export interface Destination {
  readonly section: string
  readonly before: string | null
}

type Direction = -1 | 1

/** Where things go that move by one step together, into the neighbouring section at the end of theirs. */
export const stepOf = (
  sections: ReadonlyArray<Section>,
  moved: ReadonlySet<string>,
  direction: Direction
): Destination | null => {
  const placed = sections.flatMap(({ ids }, section) => ids.map((id, at) => ({ id, section, at })))
  const own = placed.filter(({ id }) => moved.has(id))
  const edge = direction === 1 ? own.at(-1) : own[0]
  if (edge === undefined) return null
  const restOf = (section: number) => sections[section]?.ids.filter((id) => !moved.has(id)) ?? []
  const rest = restOf(edge.section)
  const passed = (sections[edge.section]?.ids.slice(0, edge.at) ?? []).filter((id) => !moved.has(id)).length
  const here = sections[edge.section]
  const isWithin = direction === 1 ? passed < rest.length : passed > 0
  if (here !== undefined && isWithin) return { section: here.id, before: rest[passed + direction] ?? null }
  const next = sections[edge.section + direction]
  if (next === undefined) return null
  return { section: next.id, before: direction === 1 ? (restOf(edge.section + 1)[0] ?? null) : null }
}

/** Whether things are together at a place already. */
export const isThere = (
  sections: ReadonlyArray<Section>,
  moved: ReadonlyArray<string>,
  { before, section }: Destination
): boolean => {
  const ids = sections.find(({ id }) => id === section)?.ids ?? []
  const end = before === null ? ids.length : ids.indexOf(before)
  return end >= moved.length && moved.every((id, at) => ids[end - moved.length + at] === id)
}

/** What something in a row goes before with one step; null for the end, undefined if it is there already. */
export const stepBefore = (ids: ReadonlyArray<string>, id: string, direction: Direction): string | null | undefined => {
  const at = ids.indexOf(id)
  const to = at + direction
  if (at === -1 || to < 0 || to >= ids.length) return undefined
  return (direction === 1 ? ids[to + 1] : ids[to]) ?? null
}

/** A row of boxes along one direction. */
export interface Span {
  readonly id: string
  readonly start: number
  readonly end: number
}

/** What something dragged to a place in a row goes before; undefined if it stays where it is. */
export const dropBefore = (spans: ReadonlyArray<Span>, moved: string, at: number): string | null | undefined => {
  const target = spans.findIndex(({ end, start }) => at < (start + end) / 2)
  const to = target === -1 ? spans.length : target
  const from = spans.findIndex(({ id }) => id === moved)
  if (from === -1 || to === from || to === from + 1) return undefined
  return spans[to]?.id ?? null
}
