import type { Access } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { json } from "./codecs.js"
import { isOneOf } from "./jsonLists.js"
import type { Places } from "./statement.js"

/** The parameters of a list that is limited to the places of an API token. */
export const PLACES = { workspaceIds: json<ReadonlyArray<string>>(), boardIds: json<ReadonlyArray<string>>() }

/** The workspaces and the single boards of the places. */
export const placesOf = (places: Access.TokenPlaces) => ({
  workspaceIds: places.flatMap(({ boardId, workspaceId }) => (boardId === null ? [workspaceId] : [])),
  boardIds: places.flatMap(({ boardId }) => (boardId === null ? [] : [boardId]))
})

/** A condition: a row of a board or of its contents is in the places. */
export const isInPlaces = (
  sql: Statement.Constructor,
  p: Places<typeof PLACES>,
  board: string,
  workspace: string
): Statement.Fragment => sql`(${isOneOf(sql, workspace, p.workspaceIds)} or ${isOneOf(sql, board, p.boardIds)})`
