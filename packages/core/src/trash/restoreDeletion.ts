import { Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard } from "../access/authorize.js"
import { MAY_RESTORE } from "../access/policy.js"
import { createdFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { orNotFound } from "../values/NotFound.js"
import { BoardInTrash } from "./BoardInTrash.js"
import { deletionChange } from "./deletionChange.js"
import { DeletionId } from "./Deletion.js"
import { TrashRepository } from "./TrashRepository.js"

/** Restores a deletion, as the body of `recording`. Fails as `restoreDeletion` does. */
export const restoringDeletion = Effect.fnUntraced(function* (id: DeletionId) {
  const trash = yield* TrashRepository
  const found = yield* trash.lock(id, yield* actingUser).pipe(orNotFound("Deletion", id))
  const { access, deletion, isBoardInTrash } = found
  yield* allowOnBoard(access, MAY_RESTORE[deletion.kind])
  if (deletion.kind !== "board" && isBoardInTrash) return yield* new BoardInTrash({ boardId: deletion.boardId })
  yield* trash.restore(deletion)
  return recorded(deletion, deletionChange("restored", deletion, createdFields({ name: deletion.name })))
})

/**
 * Restores exactly what a deletion moved to the trash, and returns the deletion. Needs the right that deleting needed.
 * Fails with `NotFound`, `Forbidden`, or `BoardInTrash` for what was on a board that is in the trash.
 */
export const restoreDeletion = (id: string) => recording(restoringDeletion(DeletionId.make(id)))
