import { Effect, Option, Schema } from "effect"
import { actingPlaces, requireOperator, requireUser } from "../access/Actor.js"
import { requireWorkspace } from "../access/authorize.js"
import { decodeInput } from "../values/InvalidInput.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import { listed, PageInput, toSlice } from "../values/Page.js"
import { isUnstorable } from "../values/Text.js"
import { shownTo } from "./shownWorkspace.js"
import { WorkspaceId } from "./Workspace.js"
import { WorkspaceRepository } from "./WorkspaceRepository.js"

/** A workspace, for its owner and for everyone who sees a board in it. Fails with `NotFound` or `Forbidden`. */
export const getWorkspace = Effect.fnUntraced(function* (id: string) {
  const workspaces = yield* WorkspaceRepository
  const workspaceId = WorkspaceId.make(id)
  const access = yield* requireWorkspace(workspaceId, "read the workspace")
  return shownTo(yield* workspaces.find(workspaceId).pipe(orNotFound("Workspace", workspaceId)), access)
})

const decode = decodeInput(PageInput)

/**
 * The acting user's own workspaces, then those with a board shared with the user.
 * Fails with `InvalidInput`, or `Forbidden` for the operator.
 */
export const listWorkspaces = Effect.fnUntraced(function* (input: PageInput = {}) {
  const workspaces = yield* WorkspaceRepository
  const slice = toSlice(yield* decode(input))
  return listed(slice, yield* workspaces.list(yield* requireUser, slice, yield* actingPlaces))
})

/** The workspaces of all users in order of creation. For the operator. Fails with `Forbidden` or `InvalidInput`. */
export const listAllWorkspaces = Effect.fnUntraced(function* (input: PageInput = {}) {
  yield* requireOperator("list all workspaces")
  const workspaces = yield* WorkspaceRepository
  const slice = toSlice(yield* decode(input))
  return listed(slice, yield* workspaces.listAll(slice))
})

/** Several workspaces have this name: their number and the ids of the oldest, to choose one by id. */
export class WorkspaceAmbiguous extends Schema.TaggedError<WorkspaceAmbiguous>()("WorkspaceAmbiguous", {
  name: Schema.String,
  ids: Schema.Array(WorkspaceId),
  total: Schema.Number
}) {}

/** Most ids that a `WorkspaceAmbiguous` lists. */
const MAX_IDS = 20

/**
 * The workspace with this id, else with exactly this name, of any owner. For the operator.
 * Fails with `Forbidden`, `NotFound`, or `WorkspaceAmbiguous` if several have the name.
 */
export const findAnyWorkspace = Effect.fnUntraced(function* (idOrName: string) {
  yield* requireOperator("read all workspaces")
  const workspaces = yield* WorkspaceRepository
  const missing = new NotFound({ thing: "Workspace", id: idOrName })
  if (isUnstorable(idOrName)) return yield* missing
  const found = yield* workspaces.find(WorkspaceId.make(idOrName))
  if (Option.isSome(found)) return found.value
  const { items, total } = yield* workspaces.listNamed(idOrName, { page: 1, limit: MAX_IDS, offset: 0 })
  const [first] = items
  if (first === undefined) return yield* missing
  if (total > 1) return yield* new WorkspaceAmbiguous({ name: idOrName, ids: items.map(({ id }) => id), total })
  return first
})
