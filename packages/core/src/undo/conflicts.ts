import { Effect } from "effect"
import type { FieldChanges } from "../change/Change.js"
import { fieldsChangedSince, fieldsChangedSinceCreation } from "../change/fieldChanges.js"
import type { Issue } from "../values/InvalidInput.js"
import { UndoConflict } from "./UndoConflict.js"

/** Fails with `UndoConflict` if there are any. */
export const failUnlessNone = (issues: ReadonlyArray<Issue>): Effect.Effect<void, UndoConflict> =>
  issues.length === 0 ? Effect.void : new UndoConflict({ issues })

const hasChanged = (field: string): Issue => ({ path: [field], message: "has changed since" })

/** Fails with `UndoConflict` if a field is no longer what the change made it. */
export const unlessChanged =
  ({ fields }: { readonly fields: FieldChanges }) =>
  (entity: object, unknownUsers: ReadonlyArray<Issue> = []): Effect.Effect<void, UndoConflict> => {
    const changed = fieldsChangedSince(fields, entity).map(hasChanged)
    const gone = unknownUsers
      .slice(0, 1)
      .map(({ path }) => ({ path: path.slice(0, 1), message: "had a user who is gone" }))
    return failUnlessNone([...changed, ...gone])
  }

/** Fails with `UndoConflict` if what the change added is no longer what it was then. */
export const unlessChangedSinceAdded =
  ({ fields }: { readonly fields: FieldChanges }) =>
  (entity: object): Effect.Effect<void, UndoConflict> =>
    failUnlessNone(fieldsChangedSinceCreation(fields, entity).map(hasChanged))

export const conflict = (path: string, message: string): UndoConflict =>
  new UndoConflict({ issues: [{ path: [path], message }] })

/** What a change made was removed since. */
export const removedSince = () => conflict("id", "was removed since")
/** What a change removed is there again. */
export const restoredSince = () => conflict("id", "was restored since")
