import { Effect } from "effect"
import { transactional } from "../ports/Transactor.js"
import { answerInvitation } from "./answerInvitation.js"

/**
 * Makes the invited user a member with the offered role.
 * Fails with `NotFound`, `Forbidden` for anyone else, or `InvalidInput` when it is not pending or the board is full.
 */
export const acceptInvitation = Effect.fnUntraced(function* (id: string) {
  return yield* transactional(answerInvitation(id, "accepted"))
})
