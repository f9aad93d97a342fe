import { Effect } from "effect"
import { requireBoard } from "../access/require.js"
import { decodeInput } from "../values/InvalidInput.js"
import { listed, PageInput, toSlice } from "../values/Page.js"
import { BoardId } from "./Board.js"
import { InvitationRepository } from "./InvitationRepository.js"

const decode = decodeInput(PageInput)

/** A board's pending invitations. Fails with `InvalidInput`, `NotFound` or `Forbidden`. */
export const listBoardInvitations = Effect.fnUntraced(function* (id: string, input: PageInput = {}) {
  const invitations = yield* InvitationRepository
  const boardId = BoardId.make(id)
  const slice = toSlice(yield* decode(input))
  yield* requireBoard(boardId, "manage the board")
  return listed(slice, yield* invitations.listForBoard(boardId, slice))
})
