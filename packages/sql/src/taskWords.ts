import type { Board, Ports } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect } from "effect"
import { text } from "./codecs.js"
import type { Database } from "./Database.js"
import type { Parameters } from "./Parameters.js"
import { beginning, dividing, onOneOf } from "./searchInPostgres.js"
import { boardWord } from "./searchTexts.js"

type Db = Context.Tag.Service<Database>

/** Writes a condition on the tasks `t`, whose values it adds. */
export type WordCondition = (given: Parameters) => (sql: Statement.Constructor) => Statement.Fragment

/** Finds how to look up the tasks of a board of which the name and description, or a comment, has each of the words. */
export const taskWords = (
  db: Db
): ((
  boardId: Board.BoardId,
  words: ReadonlyArray<string>
) => Effect.Effect<WordCondition, Ports.StorageUnavailable>) => {
  if (db.dialect !== "pg") {
    return (boardId, words) => {
      const sought = [...words.map((word) => `"${word}" *`), `"${boardWord(boardId)}"`].join(" AND ")
      return Effect.succeed((given) => {
        const place = given.add(text(), sought)
        return (sql) => sql`t.id in (select e.task_id
          from boardwright_search_text x cross join boardwright_search_entry e on e.id = x.rowid
          where boardwright_search_text match ${place})`
      })
    }
  }
  const divide = dividing(db)
  return (boardId, words) =>
    Effect.map(divide([...words.map(beginning), onOneOf([boardId])]), (divided) => (given) => {
      const [looked, others] = [given.add(text(), divided.words), given.add(text(), divided.others)]
      return (sql) => sql`t.id in (select e.task_id from boardwright_search_entry e
        where e.words @@ ${looked}::tsquery and (e.words || ''::tsvector) @@ ${others}::tsquery)`
    })
}
