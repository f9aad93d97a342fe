import { Effect, Option } from "effect"
import { AccessRepository } from "../access/AccessRepository.js"
import { mayOnBoard, mayOnWorkspace } from "../access/policy.js"
import type { TokenPlace, TokenPlaces } from "../access/TokenPower.js"
import { BoardId, type UserId, WorkspaceId } from "../values/ids.js"
import { InvalidInput, invalid, type Issue } from "../values/InvalidInput.js"

/** Most workspaces and boards that one API token is limited to. */
export const MAX_PLACES = 100

interface NamedPlaces {
  readonly workspaceIds?: ReadonlyArray<string> | undefined
  readonly boardIds?: ReadonlyArray<string> | undefined
}

/** A place, or the problem of its id: the same whether it does not exist or the user may not read it. */
type Found = { readonly place: TokenPlace } | { readonly issue: Issue }

const found = (field: string, thing: string, at: number, place: Option.Option<TokenPlace>): Found =>
  Option.match(place, {
    onNone: () => ({ issue: { path: [field, String(at)], message: `is not a ${thing} that its user can read` } }),
    onSome: (each) => ({ place: each })
  })

/**
 * The places that the ids name, each once; null if none are named. Fails with `InvalidInput` for a place that the user may not
 * read now, for lists that are empty, and for more than `MAX_PLACES`.
 */
export const tokenPlaces = Effect.fnUntraced(function* (userId: UserId, { boardIds, workspaceIds }: NamedPlaces) {
  if (boardIds === undefined && workspaceIds === undefined) return null
  const [boards, workspaces] = [[...new Set(boardIds)], [...new Set(workspaceIds)]]
  const field = boardIds === undefined ? "workspaceIds" : "boardIds"
  const count = boards.length + workspaces.length
  if (count === 0) return yield* invalid([field], "must name at least one, or be absent")
  if (count > MAX_PLACES)
    return yield* invalid([field], `must be at most ${MAX_PLACES}, together with the other places`)
  const access = yield* AccessRepository
  const ofWorkspaces = Effect.forEach(workspaces, (text, at) =>
    Effect.map(access.workspace(WorkspaceId.make(text), userId), (each) => {
      const readable = Option.filter(each, ({ standing }) => mayOnWorkspace(standing, "read the workspace"))
      const place = Option.map(readable, ({ workspaceId }) => ({ workspaceId, boardId: null }))
      return found("workspaceIds", "workspace", at, place)
    })
  )
  const ofBoards = Effect.forEach(boards, (text, at) =>
    Effect.map(access.board(BoardId.make(text), userId), (each) => {
      const readable = Option.filter(each, ({ standing }) => mayOnBoard(standing, "read the board"))
      return found(
        "boardIds",
        "board",
        at,
        Option.map(readable, ({ boardId, workspaceId }) => ({ workspaceId, boardId }))
      )
    })
  )
  const all = [...(yield* ofWorkspaces), ...(yield* ofBoards)]
  const issues = all.flatMap((each) => ("issue" in each ? [each.issue] : []))
  if (issues.length > 0) return yield* new InvalidInput({ issues })
  const places: TokenPlaces = all.flatMap((each) => ("place" in each ? [each.place] : []))
  return places
})
