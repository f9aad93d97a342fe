import { Effect } from "effect"
import { requireOperator } from "../access/Actor.js"
import { ChangeRepository } from "./ChangeRepository.js"
import { currentCursor } from "./listChanges.js"

/**
 * Makes every cursor expire, so that readers load everything again, and returns the new one of the head. For an operator who
 * replaced the database by an earlier copy in a way that cannot be detected. Fails with `Forbidden`.
 */
export const expireCursors = Effect.fnUntraced(function* () {
  yield* requireOperator("make the cursors of the feed expire")
  yield* (yield* ChangeRepository).renewEpoch
  return yield* currentCursor
})
