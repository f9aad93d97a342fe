import { Effect } from "effect"
import { orNotFound } from "../values/NotFound.js"
import type { BoardId, TaskId, WorkspaceId } from "../values/ids.js"
import { AccessRepository, type BoardAccess, type WorkspaceAccess } from "./AccessRepository.js"
import { actingUser, CurrentActor } from "./Actor.js"
import { Forbidden } from "./Forbidden.js"
import { type BoardAction, mayOnBoard, mayOnWorkspace, type WorkspaceAction } from "./policy.js"

/** The workspace as the actor stands to it, or `NotFound`. Allows nothing yet. */
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

const allow = (action: string, allowed: boolean): Effect.Effect<void, Forbidden, CurrentActor> =>
  Effect.flatMap(CurrentActor, (actor) =>
    allowed || actor._tag === "Operator" ? Effect.void : new Forbidden({ action })
  )

/** Fails with `Forbidden` unless the policy table lets the actor do this to the workspace. */
export const allowOnWorkspace = (access: WorkspaceAccess, action: WorkspaceAction) =>
  allow(action, mayOnWorkspace(access.standing, action))

/** Fails with `Forbidden` unless the policy table lets the actor do this to the board. */
export const allowOnBoard = (access: BoardAccess, action: BoardAction) =>
  allow(action, mayOnBoard(access.standing, action))

/**
 * Looks a child of the board up and checks the right to change it: `Forbidden` without any access to the board, before
 * the child is looked up; then what `child` fails with; then `Forbidden` when the role is too low. An actor without
 * access thus gets the same refusal whichever child is named.
 */
export const allowOnChild = <A, E, R>(access: BoardAccess, action: BoardAction, child: Effect.Effect<A, E, R>) =>
  allow(action, mayOnBoard(access.standing, "read the board")).pipe(
    Effect.zipRight(child),
    Effect.zipLeft(allowOnBoard(access, action))
  )

/** Finds and allows in one: fails with `NotFound` or `Forbidden`. */
export const requireWorkspace = (workspaceId: WorkspaceId, action: WorkspaceAction) =>
  Effect.tap(findWorkspaceAccess(workspaceId), (access) => allowOnWorkspace(access, action))

/** Finds and allows in one: fails with `NotFound` or `Forbidden`. */
export const requireBoard = (boardId: BoardId, action: BoardAction) =>
  Effect.tap(findBoardAccess(boardId), (access) => allowOnBoard(access, action))

/** Finds and allows in one, by the board of the task: fails with `NotFound` for the task, or `Forbidden`. */
export const requireTask = (taskId: TaskId, action: BoardAction) =>
  Effect.tap(findTaskAccess(taskId), (access) => allowOnBoard(access, action))

/** A child of the board, as `allowOnChild` looks it up: fails with `NotFound` or `Forbidden`. */
export const requireBoardChild = <A, E, R>(boardId: BoardId, action: BoardAction, child: Effect.Effect<A, E, R>) =>
  Effect.flatMap(findBoardAccess(boardId), (access) => allowOnChild(access, action, child))

/** A child of the task, as `allowOnChild` looks it up: fails with `NotFound` or `Forbidden`. */
export const requireTaskChild = <A, E, R>(taskId: TaskId, action: BoardAction, child: Effect.Effect<A, E, R>) =>
  Effect.flatMap(findTaskAccess(taskId), (access) => allowOnChild(access, action, child))
