import { Board, Import, Values } from "@boardwright/core"
import { Effect } from "effect"
import { handlers, Reply } from "../Handler.js"
import { done, enveloped, paged, wrapped } from "../responseBodies.js"
import type { BoardApi } from "./BoardApi.js"

export const BoardHandlers = handlers<typeof BoardApi>()({
  list: ({ input, query }) => Effect.map(Board.listBoards(input()), paged("boards", query)),
  get: ({ path }) => Board.getBoard(path.id),
  create: ({ input }) => Effect.map(Board.createBoard(input()), wrapped("board")),
  update: ({ input, path }) => Effect.map(Board.updateBoard(path.id, input()), wrapped("board")),
  delete: ({ path }) => Effect.as(Board.deleteBoard(path.id), done("Board deleted")),
  import: Effect.fnUntraced(function* ({ input, query }) {
    const dryRun = query["dryRun"] ?? false
    if (typeof dryRun !== "boolean") return yield* Values.invalid(["dryRun"], "must be true or false")
    const { board, ...rest } = yield* Import.importBoard(input(), { dryRun })
    if (board === null) return new Reply(200, { ...enveloped("board")(board), ...rest })
    return { ...enveloped("board")(board), ...rest }
  }),
  addGroup: ({ input, path }) => Effect.map(Board.addGroup(path.id, input()), enveloped("group")),
  addColumn: ({ input, path }) => Effect.map(Board.addColumn(path.id, input()), enveloped("column")),
  updateColumn: ({ input, path }) =>
    Effect.map(Board.updateColumn(path.boardId, path.columnId, input()), enveloped("column"))
})
