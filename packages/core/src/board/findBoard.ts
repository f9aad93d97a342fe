import { Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import { NotFound } from "../values/NotFound.js"
import { isUnstorable } from "../values/Text.js"
import { BoardAmbiguous } from "./BoardError.js"
import { BoardRepository } from "./BoardRepository.js"
import { getBoard } from "./getBoard.js"

/** Most ids that tell boards of one name apart. */
const MAX_IDS = 20

const findNamed = Effect.fnUntraced(function* (name: string) {
  const boards = yield* BoardRepository
  const { items, total } = yield* boards.listNamed(name, yield* actingUser, { page: 1, limit: MAX_IDS, offset: 0 })
  const [first] = items
  if (first === undefined) return yield* new NotFound({ thing: "Board", id: name })
  if (total > 1) return yield* new BoardAmbiguous({ name, ids: items.map(({ id }) => id), total })
  return first
})

/**
 * The board with this id or, where there is none, the one of exactly this name among those that the actor may see.
 * Fails with `NotFound`, `Forbidden` for an id, or `BoardAmbiguous` where several have the name.
 */
export const findBoard = Effect.fnUntraced(function* (idOrName: string) {
  if (isUnstorable(idOrName)) return yield* new NotFound({ thing: "Board", id: idOrName })
  return yield* Effect.catchTag(getBoard(idOrName), "NotFound", () => findNamed(idOrName))
})
