import { Effect } from "effect"
import { requireOperator } from "../access/Actor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { listed, PageInput, toSlice } from "../values/Page.js"
import { WorkspaceRepository } from "./WorkspaceRepository.js"

const decode = decodeInput(PageInput)

/** Everybody's workspaces in order of creation. For the operator. Fails with `Forbidden` or `InvalidInput`. */
export const listAllWorkspaces = Effect.fnUntraced(function* (input: PageInput = {}) {
  yield* requireOperator("list all workspaces")
  const workspaces = yield* WorkspaceRepository
  const slice = toSlice(yield* decode(input))
  return listed(slice, yield* workspaces.listAll(slice))
})
