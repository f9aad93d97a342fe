import { Schema } from "effect"

/** The role of a member of a board or a workspace. Closed, because it grants rights. */
export const Role = Schema.Literal("admin", "editor", "viewer").annotations({
  message: () => ({ message: "must be one of admin, editor, viewer", override: true })
})
export type Role = typeof Role.Type

/**
 * A user's relation to a board: the stronger of the roles on the board and in its workspace. A pending invitation counts as its
 * role; owning the workspace outranks every role.
 */
export type BoardStanding = "owner" | Role | "none"

/** A user's relation to a workspace: `shared` for a user without a role in it who can see a board in it. */
export type WorkspaceStanding = "owner" | Role | "shared" | "none"

/** The policy table of boards: which standings allow an action. */
export const BOARD_POLICY = {
  "read the board": ["viewer", "editor", "admin", "owner"],
  "comment on tasks": ["viewer", "editor", "admin", "owner"],
  "leave the board": ["viewer", "editor", "admin", "owner"],
  "delete any comment": ["admin", "owner"],
  "edit the board's content": ["editor", "admin", "owner"],
  "manage the board": ["admin", "owner"]
} as const satisfies Record<string, ReadonlyArray<BoardStanding>>
export type BoardAction = keyof typeof BOARD_POLICY

/** What restoring from the trash needs, by the kind of what was deleted, as deleting it did. */
export const MAY_RESTORE = {
  board: "manage the board",
  task: "edit the board's content"
} as const satisfies Readonly<Record<string, BoardAction>>

/** The policy table of workspaces. */
export const WORKSPACE_POLICY = {
  "read the workspace": ["shared", "viewer", "editor", "admin", "owner"],
  "see the workspace's members": ["viewer", "editor", "admin", "owner"],
  "leave the workspace": ["viewer", "editor", "admin", "owner"],
  "create boards": ["editor", "admin", "owner"],
  "manage the workspace": ["admin", "owner"],
  "give the workspace away": ["owner"]
} as const satisfies Record<string, ReadonlyArray<WorkspaceStanding>>
export type WorkspaceAction = keyof typeof WORKSPACE_POLICY

/**
 * The thing exists, but the actor may not do this to it. `action` is a key of a policy table, or names the operation.
 */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", {
  action: Schema.String,
  /** The right that the actor's API token lacks; absent if the user lacks it. */
  lacking: Schema.optional(Schema.String)
}) {}

export const mayOnBoard = (standing: BoardStanding, action: BoardAction): boolean =>
  (BOARD_POLICY[action] as ReadonlyArray<BoardStanding>).includes(standing)

export const mayOnWorkspace = (standing: WorkspaceStanding, action: WorkspaceAction): boolean =>
  (WORKSPACE_POLICY[action] as ReadonlyArray<WorkspaceStanding>).includes(standing)
