import { Board, Import, Values } from "@boardwright/core"
import { Effect } from "effect"
import { handlers, Reply } from "../Handler.js"
import { toList } from "../list.js"
import type { BoardApi } from "./BoardApi.js"

const wrapped = (board: Board.BoardDetails) => ({ success: true, board }) as const

export const BoardHandlers = handlers<typeof BoardApi>()({
  list: ({ input, query }) => Effect.map(Board.listBoards(input()), (listed) => toList("boards", listed, query)),
  get: ({ path }) => Board.getBoard(path.id),
  create: ({ input }) => Effect.map(Board.createBoard(input()), wrapped),
  update: ({ input, path }) => Effect.map(Board.updateBoard(path.id, input()), wrapped),
  delete: ({ path }) => Effect.as(Board.deleteBoard(path.id), { success: true as const, message: "Board deleted" }),
  import: Effect.fnUntraced(function* ({ input, query }) {
    const dryRun = query["dryRun"] ?? false
    if (typeof dryRun !== "boolean") return yield* Values.invalid(["dryRun"], "must be true or false")
    const { board, ...rest } = yield* Import.importBoard(input(), { dryRun })
    if (board === null) return new Reply(200, { success: true as const, board, data: board, ...rest })
    return { success: true as const, board, data: board, ...rest }
  }),
  addGroup: ({ input, path }) =>
    Effect.map(Board.addGroup(path.id, input()), (group) => ({ success: true as const, group, data: group })),
  addColumn: ({ input, path }) =>
    Effect.map(Board.addColumn(path.id, input()), (column) => ({ success: true as const, column, data: column })),
  updateColumn: ({ input, path }) =>
    Effect.map(Board.updateColumn(path.boardId, path.columnId, input()), (column) => ({
      success: true as const,
      column,
      data: column
    }))
})
