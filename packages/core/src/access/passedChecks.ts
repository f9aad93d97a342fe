import { FiberRef } from "effect"
import type { BoardId, WorkspaceId } from "../values/ids.js"
import type { BoardAction, WorkspaceAction } from "./policy.js"

/** An action that an actor was allowed in a place. */
export type Check =
  | { readonly boardId: BoardId; readonly action: BoardAction }
  | { readonly workspaceId: WorkspaceId; readonly action: WorkspaceAction }

/** Collects the checks that the fiber passes; null where nobody needs them. */
export const passedChecks: FiberRef.FiberRef<Array<Check> | null> = FiberRef.unsafeMake<Array<Check> | null>(null)
