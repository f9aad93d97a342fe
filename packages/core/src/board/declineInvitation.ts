import { Effect } from "effect"
import { transactional } from "../ports/Transactor.js"
import { answerInvitation } from "./answerInvitation.js"

/**
 * Ends the offer, and the access that it gave.
 * Fails with `NotFound`, `Forbidden` for anyone else, or `InvalidInput` when it is not pending.
 */
export const declineInvitation = Effect.fnUntraced(function* (id: string) {
  return yield* transactional(answerInvitation(id, "declined"))
})
