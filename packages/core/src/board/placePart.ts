import { Effect } from "effect"
import type { FieldChanges } from "../change/Change.js"
import { LONGEST_RANK, type Rank, rankAfter, rankBetween } from "../values/Rank.js"
import { MoveConflict } from "./MoveConflict.js"

/** A group or a column in the order of its board. */
export interface RankedPart {
  readonly id: string
  readonly rank: Rank
}

/** The parts of a board that get new ranks, and the change of the part that comes next. */
interface Placing {
  readonly ranks: ReadonlyArray<RankedPart>
  readonly fields: FieldChanges
}

/** Of a part that stays where it is. */
export const STAYS: Placing = { ranks: [], fields: {} }

/** New ranks for all, which are short. */
const renumbered = (ids: ReadonlyArray<string>): ReadonlyArray<RankedPart> => {
  let rank: Rank | null = null
  return ids.map((id) => ({ id, rank: (rank = rankAfter(rank)) }))
}

/**
 * Places a part of a board before another one, or with null last. `field` names the other one in the input. Fails with
 * `MoveConflict` if that is not on the board.
 */
export const placePart = (
  parts: ReadonlyArray<RankedPart>,
  id: string,
  before: string | null,
  field: string
): Effect.Effect<Placing, MoveConflict> => {
  const others = parts.filter((part) => part.id !== id)
  const at = before === null ? others.length : others.findIndex((part) => part.id === before)
  if (at === -1) return new MoveConflict({ issues: [{ path: [field], message: "is not on the board" }] })
  const from = parts[parts.findIndex((part) => part.id === id) + 1]?.id ?? null
  if (from === before) return Effect.succeed(STAYS)
  const [low, high] = [others[at - 1]?.rank ?? null, others[at]?.rank]
  const isRoom = high === undefined || low === null || low < high
  const rank = high === undefined ? rankAfter(low) : isRoom ? rankBetween(low, high) : null
  const ranks =
    rank !== null && rank.length <= LONGEST_RANK
      ? [{ id, rank }]
      : renumbered([...others.slice(0, at).map((part) => part.id), id, ...others.slice(at).map((part) => part.id)])
  return Effect.succeed({ ranks, fields: { [field]: { from, to: before } } })
}
