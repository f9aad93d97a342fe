import { Effect, Schema } from "effect"
import { actingPlaces, actingUser } from "../access/Actor.js"
import { allowOnWorkspace, findWorkspaceAccess, requireBoard } from "../access/authorize.js"
import { decodeInput } from "../values/InvalidInput.js"
import { WorkspaceId } from "../values/ids.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { Id, isUnstorable } from "../values/Text.js"
import { BoardId } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"
import { withAllMemberFaces, withMemberFaces } from "./memberFaces.js"

/** A board with its groups, columns and members. Fails with `NotFound` or `Forbidden`. */
export const getBoard = Effect.fnUntraced(function* (id: string) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(id)
  yield* requireBoard(boardId, "read the board")
  return yield* withMemberFaces(yield* boards.find(boardId).pipe(orNotFound("Board", boardId)))
})

/** Several boards have this name: their number and the ids of the oldest, to choose one by id. */
export class BoardAmbiguous extends Schema.TaggedError<BoardAmbiguous>()("BoardAmbiguous", {
  name: Schema.String,
  ids: Schema.Array(BoardId),
  total: Schema.Number
}) {}

/** Most ids that a `BoardAmbiguous` lists. */
const MAX_IDS = 20
const FIRST = { page: 1, limit: MAX_IDS, offset: 0 }

const findNamed = Effect.fnUntraced(function* (name: string) {
  const boards = yield* BoardRepository
  const { items, total } = yield* boards.listNamed(name, yield* actingUser, FIRST, yield* actingPlaces)
  const [first] = items
  if (first === undefined) return yield* new NotFound({ thing: "Board", id: name })
  if (total > 1) return yield* new BoardAmbiguous({ name, ids: items.map(({ id }) => id), total })
  return yield* withMemberFaces(first)
})

/**
 * The board with this id, else the one with exactly this name among those that the actor may see.
 * Fails with `NotFound`, `Forbidden` for an id, or `BoardAmbiguous` if several have the name.
 */
export const findBoard = Effect.fnUntraced(function* (idOrName: string) {
  if (isUnstorable(idOrName)) return yield* new NotFound({ thing: "Board", id: idOrName })
  return yield* Effect.catchTag(getBoard(idOrName), "NotFound", () => findNamed(idOrName))
})

export const ListBoards = Schema.Struct({ workspaceId: Id, ...PageFields })
export type ListBoards = typeof ListBoards.Encoded

const decode = decodeInput(ListBoards)

/**
 * The boards of a workspace that the actor may see: all for its owner, else those shared with the user.
 * Fails with `InvalidInput`, `NotFound` for the workspace, or `Forbidden` if the user may see none.
 */
export const listBoards = Effect.fnUntraced(function* (input: ListBoards) {
  const boards = yield* BoardRepository
  const query = yield* decode(input)
  const slice = toSlice(query)
  const access = yield* findWorkspaceAccess(WorkspaceId.make(query.workspaceId))
  yield* allowOnWorkspace(access, "read the workspace")
  const places = yield* actingPlaces
  const visibleTo = access.standing === "shared" || places !== null ? yield* actingUser : null
  const { items, total } = yield* boards.list(access.workspaceId, visibleTo, slice, places)
  return listed(slice, { items: yield* withAllMemberFaces(items), total })
})
