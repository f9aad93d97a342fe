import { Effect } from "effect"
import type { InvitedPlace } from "../invitation/Invitation.js"
import { invalid, type InvalidInput } from "../values/InvalidInput.js"

export const MAX_GROUPS = 1000
export const MAX_BOARD_COLUMNS = 200
/** Most members of a board, and of a workspace. A pending invitation counts, so that it can be accepted. */
export const MAX_MEMBERS = 500

/** Most characters of the distinct cells of a column whose options change, as JSON: they are all in memory at once. */
export const MAX_CELLS = 16 * 1024 * 1024

const LIMITS = { groups: MAX_GROUPS, columns: MAX_BOARD_COLUMNS, members: MAX_MEMBERS }

/** Fails with `InvalidInput` if the count exceeds the limit of that list. */
export const allowCount = (
  list: keyof typeof LIMITS,
  count: number,
  place = "on one board"
): Effect.Effect<void, InvalidInput> =>
  count <= LIMITS[list] ? Effect.void : invalid([list], `must be at most ${LIMITS[list]} ${place}`)

/** Fails with `InvalidInput` if the place would have too many members. */
export const allowMembers = ({ kind }: InvitedPlace, count: number): Effect.Effect<void, InvalidInput> =>
  allowCount("members", count, kind === "board" ? "on one board" : "in one workspace")
