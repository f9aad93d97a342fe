import type { Board } from "@boardwright/core"
import { type Context, Effect } from "effect"
import { text } from "./codecs.js"
import type { Database } from "./Database.js"
import { BOARD, RANK } from "./entities.js"
import { columns, command, query } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Places = Pick<Context.Tag.Service<Board.BoardRepository>, "ranks" | "rerank">

const PART = { id: text(), ...RANK }
const TABLES = { groups: "boardwright_group", columns: "boardwright_column" } as const

/** The part of the board repository that reads and changes the order of groups and columns. */
export const boardPlaces = (db: Db): Places => {
  const statementsOf = (table: string) => ({
    ranks: query(db, "BoardRepository.ranks", {
      given: { boardId: BOARD.id },
      result: PART,
      text: (sql, p) => sql`select ${columns(sql, PART)} from ${sql.literal(table)}
        where board_id = ${p.boardId} order by rank, id`
    }),
    rerank: command(db, "BoardRepository.rerank", {
      given: { boardId: BOARD.id, ...PART },
      text: (sql, p) => sql`update ${sql.literal(table)} set rank = ${p.rank}
        where id = ${p.id} and board_id = ${p.boardId}`
    })
  })
  const statements = { groups: statementsOf(TABLES.groups), columns: statementsOf(TABLES.columns) }
  return {
    ranks: (boardId, parts) => statements[parts].ranks({ boardId }),
    rerank: (boardId, parts, ranked) =>
      Effect.forEach(ranked, (part) => statements[parts].rerank({ boardId, ...part }), { discard: true })
  }
}
