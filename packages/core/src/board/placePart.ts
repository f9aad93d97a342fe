import { Effect } from "effect"
import type { FieldChanges } from "../change/Change.js"
import { LONGEST_RANK, type Rank, rankAfter, rankBetween } from "../values/Rank.js"
import type { BoardId } from "../values/ids.js"
import { BoardRepository, type RankedPart } from "./BoardRepository.js"
import { MoveConflict } from "./MoveConflict.js"

/** The parts of a board that get new ranks, and the change of the part that comes next. */
interface Placing {
  readonly ranks: ReadonlyArray<RankedPart>
  readonly fields: FieldChanges
}

const STAYS: Placing = { ranks: [], fields: {} }

/** The field that names the next part, in inputs and in changes. */
const FIELDS = { groups: "beforeGroupId", columns: "beforeColumnId" } as const

/** New ranks for all, which are short. */
const renumbered = (ids: ReadonlyArray<string>): ReadonlyArray<RankedPart> => {
  let rank: Rank | null = null
  return ids.map((id) => ({ id, rank: (rank = rankAfter(rank)) }))
}

/**
 * Places a part of a board before another one; with null last, with undefined where it is. The transaction holds the lock of the
 * board. Fails with `MoveConflict` if the other one is not on the board.
 */
export const placePart = Effect.fnUntraced(function* (
  boardId: BoardId,
  kind: keyof typeof FIELDS,
  id: string,
  before: string | null | undefined
) {
  if (before === undefined) return STAYS
  const field = FIELDS[kind]
  const parts = yield* (yield* BoardRepository).ranks(boardId, kind)
  const others = parts.filter((part) => part.id !== id)
  const at = before === null ? others.length : others.findIndex((part) => part.id === before)
  if (at === -1) return yield* new MoveConflict({ issues: [{ path: [field], message: "is not on the board" }] })
  const from = parts[parts.findIndex((part) => part.id === id) + 1]?.id ?? null
  if (from === before) return STAYS
  const [low, high] = [others[at - 1]?.rank ?? null, others[at]?.rank]
  const isRoom = high === undefined || low === null || low < high
  const rank = high === undefined ? rankAfter(low) : isRoom ? rankBetween(low, high) : null
  const ranks =
    rank !== null && rank.length <= LONGEST_RANK
      ? [{ id, rank }]
      : renumbered([...others.slice(0, at).map((part) => part.id), id, ...others.slice(at).map((part) => part.id)])
  const placing: Placing = { ranks, fields: { [field]: { from, to: before } } }
  return placing
})
