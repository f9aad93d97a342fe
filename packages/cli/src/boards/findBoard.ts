import { Access, Board, type Values, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import { NoSuchThing, UsageError } from "../terminal/failures.js"

/** Most ids that tell boards of one name apart. */
const MAX_IDS = 20

type Listing<A, E, R> = (page: number) => Effect.Effect<Values.Listed<A>, E, R>

const everything = Effect.fnUntraced(function* <A, E, R>(list: Listing<A, E, R>) {
  const all: Array<A> = []
  for (let page = 1; ; page += 1) {
    const { items, limit, total } = yield* list(page)
    all.push(...items)
    if (items.length === 0 || page * limit >= total) return all
  }
})

const LIMIT = 1000

const idsOf = Effect.fnUntraced(function* (name: string) {
  const isOperator = (yield* Access.actingUser) === null
  const list = isOperator ? Workspace.listAllWorkspaces : Workspace.listWorkspaces
  const workspaces = yield* everything((page) => list({ page, limit: LIMIT }))
  const found: Array<string> = []
  for (const { id: workspaceId } of workspaces) {
    const boards = yield* everything((page) => Board.listBoards({ workspaceId, page, limit: LIMIT }))
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
