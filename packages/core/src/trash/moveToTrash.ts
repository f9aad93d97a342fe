import { Effect, Schema } from "effect"
import type { BoardAccess } from "../access/AccessRepository.js"
import { actingUser } from "../access/Actor.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Flag } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { type DeletedKind, DeletionId } from "./Deletion.js"
import { TrashRepository } from "./TrashRepository.js"

/** How to delete: `permanent` skips the trash. */
export const DeleteInput = Schema.Struct({
  permanent: Schema.optionalWith(Flag, { nullable: true, default: () => false })
})
export type DeleteInput = typeof DeleteInput.Encoded

export const decodeDelete = decodeInput(DeleteInput)

/** Moves a board or task that the transaction has locked to the trash, or with `purging` out of it at once. */
export const moveToTrash = Effect.fnUntraced(function* (
  kind: DeletedKind,
  { boardId, workspaceId }: Pick<BoardAccess, "boardId" | "workspaceId">,
  { id: subjectId, name }: { readonly id: string; readonly name: string },
  purging: boolean
) {
  const trash = yield* TrashRepository
  const id = DeletionId.make(yield* (yield* Ids).next)
  const deletion = { id, at: yield* now, actorId: yield* actingUser, kind, workspaceId, boardId, subjectId, name }
  yield* trash.put(deletion, purging)
})
