import { Effect } from "effect"
import { invalid, type InvalidInput } from "../values/InvalidInput.js"

/** Most groups of a board. */
export const MAX_GROUPS = 1000
/** Most columns of a board. */
export const MAX_BOARD_COLUMNS = 200
/** Most members of a board. A pending invitation counts as one, so that it can be accepted. */
export const MAX_MEMBERS = 500

const BUDGETS = { groups: MAX_GROUPS, columns: MAX_BOARD_COLUMNS, members: MAX_MEMBERS }

/** Fails with `InvalidInput` where a board would have more entries in one of its lists than it may. */
export const allowCount = (list: keyof typeof BUDGETS, count: number): Effect.Effect<void, InvalidInput> =>
  count <= BUDGETS[list] ? Effect.void : invalid([list], `must be at most ${BUDGETS[list]} on one board`)
