import { Effect } from "effect"
import type { BoardId, TaskId, WorkspaceId } from "../values/ids.js"
import { orNotFound } from "../values/NotFound.js"
import { withService } from "../values/withService.js"
import { AccessRepository, type BoardAccess, type WorkspaceAccess } from "./AccessRepository.js"
import { actingUser, CurrentActor } from "./Actor.js"
import { type Check, passedChecks } from "./passedChecks.js"
import { reachesBoard, reachesWorkspace, type TokenPlaces } from "./TokenPower.js"
import { type BoardAction, Forbidden, mayOnBoard, mayOnWorkspace, type WorkspaceAction } from "./policy.js"

/** The actor's access to a workspace. Fails with `NotFound`. */
export const findWorkspaceAccess = Effect.fnUntraced(function* (workspaceId: WorkspaceId) {
  const access = yield* AccessRepository
  return yield* access.workspace(workspaceId, yield* actingUser).pipe(orNotFound("Workspace", workspaceId))
})

const findBoardAccess = Effect.fnUntraced(function* (boardId: BoardId) {
  const access = yield* AccessRepository
  return yield* access.board(boardId, yield* actingUser).pipe(orNotFound("Board", boardId))
})

const findTaskAccess = Effect.fnUntraced(function* (taskId: TaskId) {
  const access = yield* AccessRepository
  return yield* access.task(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
})

/** Fails with `Forbidden` unless the user may do this, and the places of the actor's API token include this one. */
const allow = (
  check: Check,
  allowed: boolean,
  reaches: (places: TokenPlaces) => boolean
): Effect.Effect<void, Forbidden, CurrentActor> =>
  withService(CurrentActor, (actor, fiber) => {
    if (actor._tag === "Operator") return Effect.void
    const places = actor.token?.places ?? null
    if (!allowed || !(places === null || reaches(places))) return new Forbidden({ action: check.action })
    fiber.getFiberRef(passedChecks)?.push(check)
    return Effect.void
  })

/** Fails with `Forbidden` unless the policy table and the actor's API token allow the action. */
export const allowOnWorkspace = (access: WorkspaceAccess, action: WorkspaceAction) => {
  const check = { workspaceId: access.workspaceId, action }
  return allow(check, mayOnWorkspace(access.standing, action), (places) => reachesWorkspace(places, access, action))
}

/** Fails with `Forbidden` unless the policy table and the actor's API token allow the action. */
export const allowOnBoard = (access: BoardAccess, action: BoardAction) =>
  allow({ boardId: access.boardId, action }, mayOnBoard(access.standing, action), (places) =>
    reachesBoard(places, access)
  )

/**
 * Loads a child of the board and checks the right to change it. Errors are checked in this order: `Forbidden` without
 * any access to the board, the errors of `child`, `Forbidden` if the role is too low. An actor without access thus gets
 * the same error for every child.
 */
export const allowOnChild = <A, E, R>(access: BoardAccess, action: BoardAction, child: Effect.Effect<A, E, R>) =>
  allow({ boardId: access.boardId, action }, mayOnBoard(access.standing, "read the board"), (places) =>
    reachesBoard(places, access)
  ).pipe(Effect.zipRight(child), Effect.zipLeft(allowOnBoard(access, action)))

/** The access to a workspace that allows the action. Fails with `NotFound` or `Forbidden`. */
export const requireWorkspace = (workspaceId: WorkspaceId, action: WorkspaceAction) =>
  Effect.tap(findWorkspaceAccess(workspaceId), (access) => allowOnWorkspace(access, action))

/** The access to a board that allows the action. Fails with `NotFound` or `Forbidden`. */
export const requireBoard = (boardId: BoardId, action: BoardAction) =>
  Effect.tap(findBoardAccess(boardId), (access) => allowOnBoard(access, action))

/** The access to a task's board that allows the action. Fails with `NotFound` for the task, or `Forbidden`. */
export const requireTask = (taskId: TaskId, action: BoardAction) =>
  Effect.tap(findTaskAccess(taskId), (access) => allowOnBoard(access, action))

/** A child of the board, as `allowOnChild` loads it, and the access. Fails with `NotFound` or `Forbidden`. */
export const requireBoardChild = <A, E, R>(boardId: BoardId, action: BoardAction, child: Effect.Effect<A, E, R>) =>
  Effect.flatMap(findBoardAccess(boardId), (access) =>
    Effect.map(allowOnChild(access, action, child), (found) => ({ access, child: found }))
  )

/**
 * A child of the workspace, such as a member, and the access. Errors are checked in the order of `allowOnChild`: an actor who
 * may not see the members gets the same error for every child. Fails with `NotFound` or `Forbidden`.
 */
export const requireWorkspaceChild = <A, E, R>(
  workspaceId: WorkspaceId,
  action: WorkspaceAction,
  load: Effect.Effect<A, E, R>
) =>
  Effect.flatMap(requireWorkspace(workspaceId, "see the workspace's members"), (access) =>
    Effect.zipLeft(
      Effect.map(load, (child) => ({ access, child })),
      allowOnWorkspace(access, action)
    )
  )
