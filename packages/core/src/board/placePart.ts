import { Effect } from "effect"
import type { FieldChanges } from "../change/Change.js"
import { LONGEST_RANK, type Rank, rankAfter, rankBetween } from "../values/Rank.js"
import type { BoardId } from "../values/ids.js"
import { BoardRepository, type RankedPart } from "./BoardRepository.js"
import { MoveConflict } from "./MoveConflict.js"

/** An entry of an ordered list; null for one that was never placed. */
export interface RankedEntry {
  readonly id: string
  readonly rank: Rank | null
}

/** The entries that get new ranks, and the change of the entry that comes next. */
export interface Placing {
  readonly ranks: ReadonlyArray<RankedPart>
  readonly fields: FieldChanges
}

export const STAYS: Placing = { ranks: [], fields: {} }

/** The field that names the next part, in inputs and in changes. */
const FIELDS = { groups: "beforeGroupId", columns: "beforeColumnId" } as const

/** New ranks for all, which are short. */
export const renumbered = (ids: ReadonlyArray<string>): ReadonlyArray<RankedPart> => {
  let rank: Rank | null = null
  return ids.map((id) => ({ id, rank: (rank = rankAfter(rank)) }))
}

/**
 * Places an entry of an ordered list before another one; with null last. Entries without a rank
 * come after those that have one, and get one as soon as another is placed after them. `field` names the other one, and
 * `where` both. Fails with `MoveConflict` if the other one is not in the list.
 */
export const placeAmong = Effect.fnUntraced(function* (
  entries: ReadonlyArray<RankedEntry>,
  id: string,
  before: string | null,
  { field, where }: { readonly field: string; readonly where: string }
) {
  const others = entries.filter((entry) => entry.id !== id)
  const at = before === null ? others.length : others.findIndex((entry) => entry.id === before)
  if (at === -1) return yield* new MoveConflict({ issues: [{ path: [field], message: `is not on the ${where}` }] })
  const from = entries[entries.findIndex((entry) => entry.id === id) + 1]?.id ?? null
  if (from === before) return STAYS
  const ranks: Array<RankedPart> = []
  let low: Rank | null = null
  for (const other of others.slice(0, at)) {
    low = other.rank ?? rankAfter(low)
    if (other.rank === null) ranks.push({ id: other.id, rank: low })
  }
  const high = others[at]?.rank ?? null
  const isRoom = high === null || low === null || low < high
  const rank = high === null ? rankAfter(low) : isRoom ? rankBetween(low, high) : null
  const isShort = rank !== null && rank.length <= LONGEST_RANK
  const all = [...others.slice(0, at).map((other) => other.id), id, ...others.slice(at).map((other) => other.id)]
  const placing: Placing = {
    ranks: isShort ? [...ranks, { id, rank }] : renumbered(all),
    fields: { [field]: { from, to: before } }
  }
  return placing
})

/** Places a group or a column as `placeAmong` does. The transaction holds the lock of the board. */
export const placePart = Effect.fnUntraced(function* (
  boardId: BoardId,
  kind: keyof typeof FIELDS,
  id: string,
  before: string | null | undefined
) {
  if (before === undefined) return STAYS
  const parts = yield* (yield* BoardRepository).ranks(boardId, kind)
  return yield* placeAmong(parts, id, before, { field: FIELDS[kind], where: "board" })
})
