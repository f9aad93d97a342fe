import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnWorkspace, findWorkspaceAccess } from "../access/require.js"
import { decodeInput } from "../values/InvalidInput.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { Id } from "../values/Text.js"
import { WorkspaceId } from "../values/ids.js"
import { BoardRepository } from "./BoardRepository.js"

/** The workspace, and which page. */
export const ListBoards = Schema.Struct({ workspaceId: Id, ...PageFields })
export type ListBoards = typeof ListBoards.Encoded

const decode = decodeInput(ListBoards)

/**
 * The boards of a workspace that the actor may see: all for its owner, else those shared with the user.
 * Fails with `InvalidInput`, `NotFound` for the workspace, or `Forbidden` where there is none to see.
 */
export const listBoards = Effect.fnUntraced(function* (input: ListBoards) {
  const boards = yield* BoardRepository
  const query = yield* decode(input)
  const slice = toSlice(query)
  const access = yield* findWorkspaceAccess(WorkspaceId.make(query.workspaceId))
  yield* allowOnWorkspace(access, "read the workspace")
  const visibleTo = access.standing === "shared" ? yield* actingUser : null
  return listed(slice, yield* boards.list(access.workspaceId, visibleTo, slice))
})
