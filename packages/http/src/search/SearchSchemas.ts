import { Search } from "@boardwright/core"
import { Schema } from "effect"
import { idOf, TimestampText, Whole } from "../apiParts.js"
import { aSearchResult } from "../examples.js"

const Limit = Schema.NumberFromString.annotations({
  jsonSchema: { type: "integer", minimum: 1, maximum: Search.MAX_RESULTS, description: "Most results. Default: 20" }
})

export const SearchParameters = Schema.Struct({
  q: Schema.String.annotations({
    description:
      "Words, each of which must be the beginning of a word, without regard to case and accents. Without boardId one must have 3 characters, or 2 of Chinese, Japanese or Korean"
  }),
  workspaceId: Schema.optional(idOf("the workspace to search")),
  boardId: Schema.optional(idOf("the board to search")),
  limit: Schema.optional(Limit)
})

const Match = Schema.Struct({ start: Whole, end: Whole })

const SearchResult = Schema.Struct({
  matched: Schema.Literal(...Search.MATCHED),
  taskId: Schema.String,
  commentId: Schema.NullOr(Schema.String).annotations({ description: "The comment that matched; null for a task" }),
  boardId: Schema.String,
  name: Schema.String.annotations({ description: "The name of the task" }),
  updatedAt: TimestampText,
  snippet: Schema.Struct({
    text: Schema.String.annotations({ description: "Plain text around the first match, of at most 200 characters" }),
    matches: Schema.Array(Match).annotations({ description: "Where the matches are in text, in UTF-16 units" })
  })
}).annotations({ identifier: "SearchResult", examples: [aSearchResult] })

export const SearchResults = Schema.Struct({
  results: Schema.Array(SearchResult),
  complete: Schema.Boolean.annotations({ description: "False while earlier texts are still being indexed" })
})
