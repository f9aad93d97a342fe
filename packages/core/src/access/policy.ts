import type { Role } from "./Role.js"

/** How a user stands to a board. A pending invitation counts as its role; owning the workspace outranks all. */
export type BoardStanding = "owner" | Role | "none"

/** How a user stands to a workspace: `shared` is someone who can see a board in it. */
export type WorkspaceStanding = "owner" | "shared" | "none"

/** The one policy table for boards: who may do what. */
export const BOARD_POLICY = {
  "read the board": ["viewer", "editor", "admin", "owner"],
  "comment on tasks": ["viewer", "editor", "admin", "owner"],
  "leave the board": ["viewer", "editor", "admin", "owner"],
  "edit the board's content": ["editor", "admin", "owner"],
  "manage the board": ["admin", "owner"]
} as const satisfies Record<string, ReadonlyArray<BoardStanding>>
/** What may be asked of `BOARD_POLICY`; `Forbidden` names the one that was refused. */
export type BoardAction = keyof typeof BOARD_POLICY

/** The one policy table for workspaces. */
export const WORKSPACE_POLICY = {
  "read the workspace": ["shared", "owner"],
  "manage the workspace": ["owner"]
} as const satisfies Record<string, ReadonlyArray<WorkspaceStanding>>
/** What may be asked of `WORKSPACE_POLICY`; `Forbidden` names the one that was refused. */
export type WorkspaceAction = keyof typeof WORKSPACE_POLICY

/** Whether a standing allows an action on a board. */
export const mayOnBoard = (standing: BoardStanding, action: BoardAction): boolean =>
  (BOARD_POLICY[action] as ReadonlyArray<BoardStanding>).includes(standing)

/** Whether a standing allows an action on a workspace. */
export const mayOnWorkspace = (standing: WorkspaceStanding, action: WorkspaceAction): boolean =>
  (WORKSPACE_POLICY[action] as ReadonlyArray<WorkspaceStanding>).includes(standing)
