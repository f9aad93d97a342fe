import { Search } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { Database } from "./Database.js"
import { text } from "./codecs.js"
import { isOneOf } from "./jsonLists.js"
import { searchQueries } from "./searchQueries.js"
import { IDS } from "./searchTexts.js"
import { query } from "./statement.js"
import { updateSearch } from "./updateSearch.js"

const make = Effect.map(Database, (db) => {
  const descriptions = query(db, "SearchIndex.texts", {
    given: IDS,
    result: { id: text(), text: text() },
    text: (sql, p) =>
      sql`select id as "id", description as "text" from boardwright_task where ${isOneOf(sql, "id", p.ids)}`
  })
  const contents = query(db, "SearchIndex.texts", {
    given: IDS,
    result: { id: text(), text: text() },
    text: (sql, p) =>
      sql`select id as "id", content as "text" from boardwright_comment where ${isOneOf(sql, "id", p.ids)}`
  })
  const ofIds = (read: typeof contents, ids: ReadonlyArray<string>) =>
    ids.length === 0 ? Effect.succeed([]) : read({ ids })

  return Search.SearchIndex.of({
    update: updateSearch(db),
    find: searchQueries(db),
    texts: ({ commentIds, taskIds }) =>
      Effect.zipWith(ofIds(descriptions, taskIds), ofIds(contents, commentIds), (tasks, comments) => [
        ...tasks,
        ...comments
      ])
  })
})

/** The words of texts in the database's `boardwright_search_entry`, and with SQLite in `boardwright_search_text`. */
export const layer: Layer.Layer<Search.SearchIndex, never, Database> = Layer.effect(Search.SearchIndex, make)
