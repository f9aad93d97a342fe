import { type Access, type Account, type Change, Undo } from "@boardwright/core"
import type { Inventory } from "@boardwright/testing"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { as, stored } from "../support.js"

/** A call of a use case, before it has its actor. */
export type Call = Effect.Effect<unknown, { readonly _tag: string }, Inventory | Access.CurrentActor>

/** Undoes the last change, or the one before it, .... */
export const undoLast = Effect.fnUntraced(function* (by: Account.UserId, before = 0) {
  const changes = (yield* stored).feed.changes
  return yield* as(by)(Undo.undoChange(changes.at(-1 - before)?.id ?? ""))
})

/** The change that the work makes last. */
export const changedBy = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.map(
    Effect.zipRight(work, stored),
    ({ feed }): Change.Change => feed.changes.at(-1) ?? assert.fail("no change")
  )

/** The fields that a conflict names, and why; or the failure that is none. */
export const conflictOf = (undo: ReturnType<typeof undoLast>) =>
  Effect.match(undo, {
    onFailure: (failure) =>
      failure._tag === "UndoConflict"
        ? failure.issues.map(({ message, path }) => [path.join(), message])
        : failure._tag,
    onSuccess: () => "no conflict"
  })
