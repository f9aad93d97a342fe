import { Effect, Schema } from "effect"
import { actingPlaces, requireUser } from "../access/Actor.js"
import { requireWorkspace } from "../access/authorize.js"
import { WorkspaceId } from "../values/ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { Id, optional } from "../values/Text.js"
import { SharedFields, sharedQueryOf } from "./queryInput.js"
import { IncludeParts, toInclude, unlessCut } from "./readTasks.js"
import { SharedSort, sharedSortOf } from "./sortInput.js"
import { TaskRepository } from "./TaskRepository.js"

/** The filters, the order, what to include, and which page. */
export const ListMyTasks = Schema.Struct({
  ...SharedFields,
  workspaceId: optional(Id),
  sort: optional(SharedSort),
  include: IncludeParts,
  ...PageFields
})
export type ListMyTasks = typeof ListMyTasks.Encoded

const decode = decodeInput(ListMyTasks)

/**
 * The tasks that are assigned to the acting user, on all boards that the user can read and in the places of an API token. By
 * default those due first are first, then those changed last. Fails with `InvalidInput` (also for a page with over 4 MiB of
 * column values), `Forbidden` for the operator, and for `workspaceId` with `NotFound` or `Forbidden`.
 */
export const listMyTasks = Effect.fnUntraced(function* (input: ListMyTasks = {}) {
  const tasks = yield* TaskRepository
  const { include = [], limit, page, sort, workspaceId: workspace, ...filters } = yield* decode(input)
  const slice = toSlice({ limit, page })
  const userId = yield* requireUser
  const workspaceId = workspace === undefined ? undefined : WorkspaceId.make(workspace)
  if (workspaceId !== undefined) yield* requireWorkspace(workspaceId, "read the workspace")
  const query = { ...sharedQueryOf(filters), sort: sharedSortOf(sort) }
  const included = toInclude(include)
  const filter = { userId, places: yield* actingPlaces, workspaceId, query }
  return listed(slice, yield* unlessCut(included, yield* tasks.listAssigned(filter, slice, included)))
})
