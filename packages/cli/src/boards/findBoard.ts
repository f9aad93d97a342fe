import { Access, Board, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import { everyPage } from "../everyPage.js"
import { NoSuchThing, UsageError } from "../terminal/failures.js"

/** Most ids that tell boards of one name apart. */
const MAX_IDS = 20

const idsOf = Effect.fnUntraced(function* (name: string) {
  const isOperator = (yield* Access.actingUser) === null
  const workspaces = yield* everyPage(isOperator ? Workspace.listAllWorkspaces : Workspace.listWorkspaces)
  const found: Array<string> = []
  for (const { id: workspaceId } of workspaces) {
    const boards = yield* everyPage((page) => Board.listBoards({ ...page, workspaceId }))
    found.push(...boards.filter((board) => board.name === name).map(({ id }) => id))
  }
  return found
})

/**
 * The id of the board with this id or, where there is none, exactly this name, among those that the actor may see. Fails
 * with `UsageError` that lists the ids where several have the name.
 */
export const findBoard = Effect.fnUntraced(function* (idOrName: string) {
  const isId = yield* Board.getBoard(idOrName).pipe(
    Effect.as(true),
    Effect.catchTag("NotFound", () => Effect.succeed(false))
  )
  if (isId) return idOrName
  const ids = yield* idsOf(idOrName)
  const [first] = ids
  if (first === undefined) return yield* new NoSuchThing({ message: `no board has the id or the name "${idOrName}"` })
  if (ids.length === 1) return first
  const more = ids.length > MAX_IDS ? `, and ${ids.length - MAX_IDS} more` : ""
  const message = `several boards are called "${idOrName}"; name one by its id: ${ids.slice(0, MAX_IDS).join(", ")}${more}`
  return yield* new UsageError({ message, help: "boardwright export" })
})
