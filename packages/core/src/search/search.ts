import { Effect, Schema } from "effect"
import { actingPlaces, actingUser } from "../access/Actor.js"
import { requireBoard, requireWorkspace } from "../access/authorize.js"
import { BoardId, WorkspaceId } from "../values/ids.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { Id, optional } from "../values/Text.js"
import { forEachYielding } from "../values/yieldPoint.js"
import { type Found, SearchIndex } from "./SearchIndex.js"
import { type Snippet, snippetOf } from "./snippet.js"
import { updateIndex } from "./updateIndex.js"
import { hasWords, isSelective, queryWords } from "./words.js"

/** Where a query matched: in the task's name, its name and description, or a comment. Those found first come first. */
export const MATCHED = ["name", "description", "comment"] as const
export type Matched = (typeof MATCHED)[number]

/** A task or a comment that a search found. */
export interface SearchResult extends Found {
  readonly matched: Matched
  /** Of what matched. */
  readonly snippet: Snippet
}

/** What a search found. */
export interface SearchResults {
  readonly results: ReadonlyArray<SearchResult>
  /** False while texts that were there before are still being indexed. */
  readonly complete: boolean
}

/** Most results. */
export const MAX_RESULTS = 50
/** Most characters, and most words, of a query. */
const QUERY_LENGTH = 200
const QUERY_WORDS = 20

/** The text of a query. */
export const QueryText = Id.pipe(
  Schema.maxLength(QUERY_LENGTH, { message: () => `must have at most ${QUERY_LENGTH} characters` })
)

const Limit = Schema.Int.pipe(Schema.between(1, MAX_RESULTS)).annotations({
  message: () => ({ message: `must be a whole number from 1 to ${MAX_RESULTS}`, override: true })
})

/** What to look for, where, and at most how many results; 20 by default. */
export const Search = Schema.Struct({
  q: QueryText,
  workspaceId: optional(Id),
  boardId: optional(Id),
  limit: optional(Limit)
})
export type Search = typeof Search.Encoded

const decode = decodeInput(Search)

/** The words of a query. Fails with `InvalidInput` if there are none, too many, or only short ones beyond one board. */
export const readQuery = (q: string, hasBoard: boolean) => {
  const words = queryWords(q)
  if (words.length === 0) return invalid(["q"], "must have a letter or a digit")
  if (words.length > QUERY_WORDS) return invalid(["q"], `must have at most ${QUERY_WORDS} words`)
  return hasBoard || words.some(isSelective)
    ? Effect.succeed(words)
    : invalid(
        ["q"],
        "must have a word of at least 3 characters, or 2 of Chinese, Japanese or Korean, unless boardId is given"
      )
}

/** What was found and where it matched, also as an index of `MATCHED`: to sort 500, nothing is copied or looked up. */
interface Ranked {
  readonly found: Found
  readonly matched: Matched
  readonly at: number
}

const rankedOf = (found: Found, words: ReadonlyArray<string>): Ranked => {
  const matched: Matched = found.commentId !== null ? "comment" : hasWords([found.name], words) ? "name" : "description"
  return { found, matched, at: MATCHED.indexOf(matched) }
}

const idOf = ({ commentId, taskId }: Found): string => commentId ?? taskId
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byRank = (a: Ranked, b: Ranked): number =>
  a.at - b.at || compare(b.found.updatedAt, a.found.updatedAt) || compare(idOf(a.found), idOf(b.found))

/**
 * The tasks and comments that have a word beginning with each word of `q`, on boards that the actor can read: those that
 * match by name first, then by description, then comments, each by the time of the last change. Fails with
 * `InvalidInput`, and for `workspaceId` and `boardId` with `NotFound` or `Forbidden`.
 */
export const search = Effect.fnUntraced(function* (input: Search) {
  const { boardId: board, limit = 20, q, workspaceId: workspace } = yield* decode(input)
  const words = yield* readQuery(q, board !== undefined)
  const boardId = board === undefined ? undefined : BoardId.make(board)
  const workspaceId = workspace === undefined ? undefined : WorkspaceId.make(workspace)
  if (workspaceId !== undefined) yield* requireWorkspace(workspaceId, "read the workspace")
  if (boardId !== undefined) yield* requireBoard(boardId, "read the board")
  const complete = yield* updateIndex
  const index = yield* SearchIndex
  const found = yield* index.find({
    words,
    userId: yield* actingUser,
    places: yield* actingPlaces,
    workspaceId,
    boardId
  })
  const ranked: Array<Ranked> = []
  yield* forEachYielding(found, (each) => ranked.push(rankedOf(each, words)))
  const best = ranked.toSorted(byRank).slice(0, limit)
  const first = best.map(({ found, matched }) => ({ ...found, matched }))
  const texts = yield* index.texts({
    taskIds: first.flatMap(({ matched, taskId }) => (matched === "description" ? [taskId] : [])),
    commentIds: first.flatMap(({ commentId }) => commentId ?? [])
  })
  const textOf = new Map(texts.map(({ id, text }) => [id, text]))
  const results: Array<SearchResult> = []
  yield* forEachYielding(first, (each) => {
    const text = each.matched === "name" ? each.name : textOf.get(idOf(each))
    if (text !== undefined) results.push({ ...each, snippet: snippetOf(text, words) })
  })
  const result: SearchResults = { results, complete }
  return result
})
