import { Effect, Option, Schema } from "effect"
import { actingUser, requireEverywhere } from "../access/Actor.js"
import { requireWorkspace } from "../access/authorize.js"
import { lockSession } from "../account/lockSession.js"
import { BoardRepository } from "../board/BoardRepository.js"
import type { NewChange } from "../change/Change.js"
import { recorded, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { Flag, Name, optional } from "../values/Text.js"
import { makeYieldPoint } from "../values/yieldPoint.js"
import { newWorkspace } from "../workspace/createWorkspace.js"
import { shownTo } from "../workspace/shownWorkspace.js"
import { workspaceCreated } from "../workspace/workspaceChange.js"
import { WorkspaceId } from "../workspace/Workspace.js"
import { WorkspaceRepository } from "../workspace/WorkspaceRepository.js"
import { copyBoard, lockWhole, namesOn, NO_PEOPLE } from "./copyBoard.js"
import { nothingCopied } from "./copyTasks.js"

/** Most boards of a workspace that is copied. */
export const MAX_COPIED_BOARDS = 100
/** Most groups, columns and options of columns of them. */
export const MAX_COPIED_PARTS = 5000

/** The name of the copy, 1 to 255 characters (default: that of the workspace), and whether to copy the tasks (default: no). */
export const DuplicateWorkspace = Schema.Struct({ name: optional(Name), withTasks: optional(Flag) })
export type DuplicateWorkspace = typeof DuplicateWorkspace.Encoded

const decode = decodeInput(DuplicateWorkspace)

/** The boards of a workspace, in order of creation. Fails with `InvalidInput` if there are too many. */
const boardsOf = Effect.fnUntraced(function* (id: WorkspaceId) {
  const boards = yield* BoardRepository
  const { items, total } = yield* boards.list(id, null, { page: 1, limit: MAX_COPIED_BOARDS, offset: 0 })
  if (total > MAX_COPIED_BOARDS) return yield* invalid(["boards"], `must be at most ${MAX_COPIED_BOARDS}`)
  const parts = items.flatMap(({ columns, groups }) => [groups, columns, ...columns.map(({ options }) => options)])
  if (parts.reduce((sum, list) => sum + list.length, 0) > MAX_COPIED_PARTS)
    return yield* invalid(["boards"], `must have at most ${MAX_COPIED_PARTS} groups, columns and options`)
  return items
})

/**
 * Creates a workspace like another one, with copies of its boards as `duplicateBoard` makes them, all or none. Its members,
 * invitations and webhooks are not copied: the actor owns the copy; for the operator, the owner of the original. Boards and tasks
 * that others create, move or delete meanwhile may be missing. The budgets of tasks are those of one board.
 * Fails with `InvalidInput` (also for more than is copied at once), `NotFound`, `Forbidden`, also for an API token with places, or
 * `Unauthenticated` if the account was deleted or the session ended meanwhile.
 */
export const duplicateWorkspace = Effect.fnUntraced(function* (id: string, input: DuplicateWorkspace = {}) {
  const workspaces = yield* WorkspaceRepository
  const originalId = WorkspaceId.make(id)
  const { name, withTasks = false } = yield* decode(input)
  yield* requireEverywhere("create workspaces")
  yield* requireWorkspace(originalId, "create boards")
  const originals = yield* boardsOf(originalId)
  const people = new Map(
    withTasks
      ? yield* Effect.forEach(originals, ({ id }) => Effect.map(namesOn(id), (names) => [id, names] as const))
      : []
  )
  return yield* recording(
    Effect.gen(function* () {
      yield* lockSession
      const access = yield* requireWorkspace(originalId, "create boards")
      const original = yield* workspaces.find(originalId).pipe(orNotFound("Workspace", originalId))
      const actor = yield* actingUser
      const userId = actor ?? access.ownerId
      const given = { ...original, name: name ?? original.name, ownerId: userId }
      const workspace = yield* newWorkspace(yield* (yield* Ids).next, given)
      yield* workspaces.insert(workspace)
      const changes: Array<NewChange> = [workspaceCreated(workspace)]
      const copied = withTasks ? nothingCopied() : null
      const yieldPoint = yield* makeYieldPoint
      const place = { copied, ownerId: userId, userId, workspaceId: workspace.id }
      for (const { id } of originals) {
        const board = Option.getOrUndefined(yield* lockWhole(id))
        if (board?.workspaceId !== originalId) continue
        changes.push((yield* copyBoard(board, people.get(id) ?? NO_PEOPLE, place)).change)
        yield* yieldPoint
      }
      return recorded(shownTo(workspace, { standing: actor === null ? "none" : "owner" }), ...changes)
    })
  )
})
