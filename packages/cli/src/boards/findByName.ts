import { Access, Board, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import { everyPage } from "../everyPage.js"
import { didYouMean } from "../nearest.js"
import { NoSuchThing, UsageError } from "../terminal/failures.js"
import { oneLine } from "../terminal/print.js"

const boardAmbiguous = ({ ids, name, total }: Board.BoardAmbiguous) => {
  const more = total > ids.length ? `, and ${total - ids.length} more` : ""
  const message = `several boards are called "${name}"; name one by its id: ${ids.join(", ")}${more}`
  return new UsageError({ message })
}

/** Maximum number of workspaces whose boards are looked at for a suggestion. */
const SUGGESTED_FROM = 20

/** The names of boards that the actor may see, as far as a suggestion needs them. */
const someBoardNames = Effect.gen(function* () {
  const isOperator = (yield* Access.actingUser) === null
  const { items } = yield* isOperator ? Workspace.listAllWorkspaces() : Workspace.listWorkspaces({})
  const boards = yield* Effect.forEach(items.slice(0, SUGGESTED_FROM), ({ id }) =>
    Board.listBoards({ workspaceId: id })
  )
  return boards.flatMap((page) => page.items.map(({ name }) => name))
})

const noBoard = (idOrName: string) =>
  Effect.flatMap(
    Effect.orElseSucceed(someBoardNames, () => []),
    (names) =>
      new NoSuchThing({ message: `no board has the id or the name "${idOrName}"${didYouMean(idOrName, names)}` })
  )

/**
 * Finds the id of the board with this id or exact name, among those that the actor may see. Fails with a `UsageError`
 * that lists the ids if several boards have the name.
 */
export const findBoard = (idOrName: string) =>
  Board.findBoard(idOrName).pipe(
    Effect.map(({ id }) => id),
    Effect.catchTags({
      NotFound: () => noBoard(idOrName),
      BoardAmbiguous: boardAmbiguous
    })
  )

/** Maximum number of workspaces in a message. */
const SHOWN = 20

const listOf = (workspaces: ReadonlyArray<Workspace.Workspace>, total: number): string => {
  const shown = workspaces.slice(0, SHOWN).map(({ id, name }) => `${id} (${oneLine(name)})`)
  return [...shown, ...(total > shown.length ? [`and ${total - shown.length} more`] : [])].join(", ")
}

const severalCalled = (name: string, ids: ReadonlyArray<string>) =>
  new UsageError({ message: `several workspaces are called "${name}"; name one by its id: ${ids.join(", ")}` })

// A user also sees other users' workspaces with shared boards, but cannot create boards there.
const mine = Effect.gen(function* () {
  const userId = yield* Access.actingUser
  if (userId === null) return yield* Workspace.listAllWorkspaces()
  const visible = yield* everyPage(Workspace.listWorkspaces)
  const owned = visible.filter(({ ownerId }) => ownerId === userId)
  return { items: owned, total: owned.length }
})

/** The one with this id or exact name, or undefined. Fails with a `UsageError` if several have the name. */
const among = (items: ReadonlyArray<Workspace.Workspace>, idOrName: string) => {
  const byId = items.find(({ id }) => id === idOrName)
  const byName = items.filter(({ name }) => name === idOrName)
  return byId === undefined && byName.length > 1
    ? severalCalled(
        idOrName,
        byName.map(({ id }) => id)
      )
    : Effect.succeed(byId ?? byName[0])
}

/** Finds the workspace with this id or exact name, among those that the actor may read. */
export const findReadableWorkspace = Effect.fnUntraced(function* (idOrName: string) {
  const found = yield* among(yield* everyPage(Workspace.listWorkspaces), idOrName)
  if (found !== undefined) return found
  return yield* new NoSuchThing({
    message: `--workspace: the user can read no workspace with the id or the name "${idOrName}"`
  })
})

/** Finds the workspace with this id or exact name, among those in which the actor may create boards. */
const named = Effect.fnUntraced(function* (idOrName: string) {
  if ((yield* Access.actingUser) === null)
    return yield* Effect.catchTag(Workspace.findAnyWorkspace(idOrName), "WorkspaceAmbiguous", ({ ids }) =>
      severalCalled(idOrName, ids)
    )
  const { items } = yield* mine
  return (yield* among(items, idOrName)) ?? (yield* Workspace.getWorkspace(idOrName))
})

/**
 * Finds the workspace that `--workspace` names by id or exact name, or the only one in which the actor may create boards.
 * Fails with a `UsageError` that lists the workspaces if there are several.
 */
export const findWorkspace = Effect.fnUntraced(function* (idOrName: string | undefined) {
  if (idOrName !== undefined) return yield* named(idOrName)
  const { items, total } = yield* mine
  const [first] = items
  if (first === undefined) return yield* new NoSuchThing({ message: "there is no workspace for the board" })
  if (total === 1) return first
  return yield* new UsageError({ message: `--workspace is missing; there are ${listOf(items, total)}` })
})
