import { Schema } from "effect"
import type { ApiTokenId, BoardId, WorkspaceId } from "../values/ids.js"
import type { WorkspaceAction } from "./policy.js"

/**
 * What an API token may be used for: `read` for what reads, `write` for what an editor may add and change and for comments,
 * `manage` for everything else, such as deleting. No scope includes another, and none allows to manage accounts, sessions
 * and tokens.
 */
export const TokenScope = Schema.Literal("read", "write", "manage").annotations({
  message: () => ({ message: "must be one of read, write, manage", override: true })
})
export type TokenScope = typeof TokenScope.Type

/** A board, or with null a workspace and every board in it. */
export interface TokenPlace {
  readonly workspaceId: WorkspaceId
  readonly boardId: BoardId | null
}

/** The places that a token is limited to. */
export type TokenPlaces = ReadonlyArray<TokenPlace>

/** What an API token allows, of what its user may do. */
export interface TokenPower {
  readonly id: ApiTokenId
  readonly scopes: ReadonlyArray<TokenScope>
  /** Null if it is limited to none. */
  readonly places: TokenPlaces | null
}

/** Whether a board is among the places. */
export const reachesBoard = (
  places: TokenPlaces,
  board: { readonly workspaceId: WorkspaceId; readonly boardId: BoardId | null }
): boolean =>
  places.some(({ boardId, workspaceId }) =>
    boardId === null ? workspaceId === board.workspaceId : boardId === board.boardId
  )

/** Whether a workspace is among the places. One that a board of the places is in can be read. */
export const reachesWorkspace = (
  places: TokenPlaces,
  workspace: { readonly workspaceId: WorkspaceId },
  action: WorkspaceAction
): boolean =>
  places.some(
    ({ boardId, workspaceId }) =>
      workspaceId === workspace.workspaceId && (boardId === null || action === "read the workspace")
  )
