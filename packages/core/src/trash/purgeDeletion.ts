import { Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard } from "../access/authorize.js"
import { recorded, recording } from "../change/recording.js"
import { orNotFound } from "../values/NotFound.js"
import { deletionChange } from "./deletionChange.js"
import { DeletionId } from "./Deletion.js"
import { TrashRepository } from "./TrashRepository.js"

/**
 * Takes a deletion out of the trash for good: `purgeTrash` removes what it holds. Fails with `NotFound`, or `Forbidden`
 * without the right to manage the board.
 */
export const purgeDeletion = Effect.fnUntraced(function* (idText: string) {
  const trash = yield* TrashRepository
  const id = DeletionId.make(idText)
  yield* recording(
    Effect.gen(function* () {
      const { access, deletion } = yield* trash.lock(id, yield* actingUser).pipe(orNotFound("Deletion", id))
      yield* allowOnBoard(access, "manage the board")
      yield* trash.startPurging(id)
      return recorded(undefined, deletionChange("purged", deletion))
    })
  )
})
