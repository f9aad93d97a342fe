import { Effect, Schema } from "effect"
import { actingPlaces, actingUser } from "../access/Actor.js"
import { requireBoard, requireWorkspace } from "../access/authorize.js"
import { reachesBoard, type TokenPlaces } from "../access/TokenPower.js"
import { BoardId, WorkspaceId } from "../values/ids.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { Id, optional } from "../values/Text.js"
import { CHANGE_TYPES, type Change } from "./Change.js"
import { type ChangeCursor, cursorAt, CursorExpired, isCurrent, parseCursor } from "./ChangeCursor.js"
import { type ChangeFilter, ChangeRepository, type FeedHead } from "./ChangeRepository.js"

/** Most changes of one page. */
export const MAX_CHANGES = 500
/** Changes of a page if no limit is given. */
export const DEFAULT_CHANGES = 100

/** One of the types of changes. */
export const ChangeTypeInput = Schema.Literal(...CHANGE_TYPES).annotations({
  message: ({ actual }) => ({
    message: typeof actual === "string" ? `${actual.slice(0, 50)} is not a type of change` : "must be a type of change",
    override: true
  })
})

const LIMIT = `must be an integer from 1 to ${MAX_CHANGES}`

/**
 * Changes after `since`: a cursor, `now` (none: only the cursor of the head), or absent for all that are kept. Of one
 * board, of one workspace, of some types; `limit` of 1 to 500 (default 100).
 */
export const ListChanges = Schema.Struct({
  since: optional(Id),
  boardId: optional(Id),
  workspaceId: optional(Id),
  types: optional(Schema.Array(ChangeTypeInput).annotations({ message: () => "must be a list of types of changes" })),
  limit: optional(
    Schema.Number.annotations({ message: () => LIMIT }).pipe(
      Schema.filter((value) => (Number.isInteger(value) && value >= 1 && value <= MAX_CHANGES) || LIMIT, {
        jsonSchema: { type: "integer", minimum: 1, maximum: MAX_CHANGES }
      })
    )
  )
})
export type ListChanges = typeof ListChanges.Encoded

/** A page of the feed. */
export interface ListedChanges {
  readonly changes: ReadonlyArray<Change>
  /** Continues after this page. */
  readonly cursor: ChangeCursor
  /** Whether more may follow at once. */
  readonly hasMore: boolean
}

const decode = decodeInput(ListChanges)

/** Checks the input of a list. Fails with `InvalidInput`. */
export const decodeListChanges = (input: ListChanges) =>
  Effect.flatMap(decode(input), ({ boardId, limit = DEFAULT_CHANGES, since, types, workspaceId }) => {
    if (types?.length === 0) return invalid(["types"], "must have a type; without the list all are selected")
    const filter: ChangeFilter = {
      boardId: boardId === undefined ? undefined : BoardId.make(boardId),
      workspaceId: workspaceId === undefined ? undefined : WorkspaceId.make(workspaceId),
      types
    }
    return Effect.succeed({ filter, limit, since })
  })

const startOf = Effect.fnUntraced(function* (since: string | undefined, head: FeedHead) {
  if (since === undefined) return head.start
  if (since === "now") return head.position
  const cursor = parseCursor(since)
  if (cursor === null) return yield* invalid(["since"], "must be a cursor of the feed, or now")
  if (isCurrent(head, cursor)) return cursor.position
  return yield* new CursorExpired({ cursor: cursorAt(head.epoch, head.position) })
})

/** Fails with `NotFound` or `Forbidden` unless the actor may read the board and the workspace that are selected. */
export const requireSelected = Effect.fnUntraced(function* ({ boardId, workspaceId }: ChangeFilter) {
  if (workspaceId !== undefined) yield* requireWorkspace(workspaceId, "read the workspace")
  if (boardId !== undefined) yield* requireBoard(boardId, "read the board")
})

/**
 * The changes of boards and workspaces in the places, or all with null. A change of a workspace itself is in none but the whole
 * workspace.
 */
export const changesWithin = <A extends Pick<Change, "workspaceId" | "boardId">>(
  places: TokenPlaces | null,
  changes: ReadonlyArray<A>
): ReadonlyArray<A> => (places === null ? changes : changes.filter((change) => reachesBoard(places, change)))

/**
 * The changes that the actor may read now, in the order in which they became visible. Every committed change is
 * returned once, also those of requests that were answered just before. For an API token with places, a page of which some
 * changes are elsewhere is shorter.
 * Fails with `InvalidInput`, `NotFound` for the board or the workspace, `Forbidden`, or `CursorExpired`.
 */
export const listChanges = Effect.fnUntraced(function* (input: ListChanges = {}) {
  const repository = yield* ChangeRepository
  const { filter, limit, since } = yield* decodeListChanges(input)
  yield* requireSelected(filter)
  const { more, ...head } = yield* repository.place
  const after = yield* startOf(since, head)
  const page = yield* repository.list(after, filter, yield* actingUser, limit)
  const listed: ListedChanges = {
    changes: changesWithin(yield* actingPlaces, page.changes),
    cursor: cursorAt(head.epoch, page.position),
    hasMore: more || page.position < head.position
  }
  return listed
})

/** The cursor of the feed's head, once every change that was committed before has its place. */
export const placedCursor = Effect.gen(function* () {
  const { epoch, position } = yield* (yield* ChangeRepository).place
  return cursorAt(epoch, position)
})

/** The cursor of the feed's head. Read before other data, it misses no later change of that data. */
export const currentCursor = Effect.gen(function* () {
  const { epoch, position } = yield* (yield* ChangeRepository).head
  return cursorAt(epoch, position)
})
