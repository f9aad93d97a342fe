import { Effect } from "effect"
import { requireUser } from "../access/Actor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { listed, PageInput, toSlice } from "../values/Page.js"
import { WorkspaceRepository } from "./WorkspaceRepository.js"

const decode = decodeInput(PageInput)

/**
 * The acting user's own workspaces, then those that hold a board shared with the user.
 * Fails with `InvalidInput`, or `Forbidden` for the operator.
 */
export const listWorkspaces = Effect.fnUntraced(function* (input: PageInput = {}) {
  const workspaces = yield* WorkspaceRepository
  const slice = toSlice(yield* decode(input))
  return listed(slice, yield* workspaces.list(yield* requireUser, slice))
})
