import { Effect } from "effect"
import { invalid, type InvalidInput } from "../values/InvalidInput.js"

export const MAX_GROUPS = 1000
export const MAX_BOARD_COLUMNS = 200
/** Most members of a board. A pending invitation counts, so that it can be accepted. */
export const MAX_MEMBERS = 500

const LIMITS = { groups: MAX_GROUPS, columns: MAX_BOARD_COLUMNS, members: MAX_MEMBERS }

/** Fails with `InvalidInput` if the count exceeds the limit of that list. */
export const allowCount = (list: keyof typeof LIMITS, count: number): Effect.Effect<void, InvalidInput> =>
  count <= LIMITS[list] ? Effect.void : invalid([list], `must be at most ${LIMITS[list]} on one board`)
