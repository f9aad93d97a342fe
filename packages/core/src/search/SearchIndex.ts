import { Context, type Effect } from "effect"
import type { TokenPlaces } from "../access/TokenPower.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { BoardId, TaskId, UserId, WorkspaceId } from "../values/ids.js"
import type { Timestamp } from "../values/Timestamp.js"

/** What is looked for, on whose behalf. */
export interface SearchQuery {
  /** Folded, as `queryWords` returns them; at least one. */
  readonly words: ReadonlyArray<string>
  /** Null for the operator. */
  readonly userId: UserId | null
  /** The places that the actor's API token is limited to. */
  readonly places: TokenPlaces | null
  readonly workspaceId?: WorkspaceId | undefined
  readonly boardId?: BoardId | undefined
}

/** A task, or with `commentId` a comment of it, that has every word. */
export interface Found {
  readonly taskId: TaskId
  readonly commentId: string | null
  readonly boardId: BoardId
  /** The task's. */
  readonly name: string
  /** When the task or the comment was last changed. */
  readonly updatedAt: Timestamp
}

/** The text of a found task, its description, or of a found comment. */
export interface FoundText {
  /** The id of the task or the comment. */
  readonly id: string
  readonly text: string
}

/** Most found tasks and comments that are ranked: of more, those that were changed last. */
export const MAX_RANKED = 500

/** Most changes whose texts are indexed at once. */
export const INDEX_STEP = 100

/**
 * Finds tasks and comments by the words in them, as `wordsOf` folds them. The index is not written by those who change a
 * text, but later, from the changes: `update` is called in the background and before a search.
 */
export class SearchIndex extends Context.Tag("@boardwright/core/SearchIndex")<
  SearchIndex,
  {
    /**
     * Indexes texts of placed changes that are not indexed yet, at most `INDEX_STEP` at once, and texts that were there
     * before the index. Returns whether others are left, which may be of changes that have no position yet. In a transaction it
     * indexes nothing, since everybody would wait for the transaction's end, and returns whether texts from before the index are left.
     */
    readonly update: Effect.Effect<boolean, StorageUnavailable>
    /**
     * The tasks, by name and description, and the comments that have a word beginning with each of the query's: of boards
     * that the user can read now, without what is in the trash, in no order. At most `MAX_RANKED`, of more those that were indexed last.
     */
    readonly find: (query: SearchQuery) => Effect.Effect<ReadonlyArray<Found>, StorageUnavailable>
    /** The descriptions of tasks and the contents of comments. */
    readonly texts: (of: {
      readonly taskIds: ReadonlyArray<string>
      readonly commentIds: ReadonlyArray<string>
    }) => Effect.Effect<ReadonlyArray<FoundText>, StorageUnavailable>
  }
>() {}
