import { Effect, Option } from "effect"
import { requireOperator } from "../access/Actor.js"
import { NotFound } from "../values/NotFound.js"
import { isUnstorable } from "../values/Text.js"
import { WorkspaceId } from "./Workspace.js"
import { WorkspaceAmbiguous } from "./WorkspaceError.js"
import { WorkspaceRepository } from "./WorkspaceRepository.js"

/** Most ids that tell workspaces of one name apart. */
const MAX_IDS = 20

/**
 * The workspace with this id or, where there is none, exactly this name. For the operator.
 * Fails with `Forbidden`, `NotFound`, or `WorkspaceAmbiguous` where several have the name.
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
