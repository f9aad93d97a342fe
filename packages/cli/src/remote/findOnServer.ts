import { Effect } from "effect"
import { didYouMean } from "../nearest.js"
import { NoSuchThing, UsageError } from "../terminal/failures.js"
import { askEveryPage } from "./askEveryPage.js"
import type { Ask } from "./callServer.js"

/** The workspaces that the token's user may read. */
export const readableWorkspaces = (ask: Ask) =>
  askEveryPage(ask, "workspaces", (api, page, options) => api.workspaces.list(page, options))

/** The boards of a workspace that the token's user may read. */
export const boardsIn = (ask: Ask, workspaceId: string) =>
  askEveryPage(ask, "boards", (api, page, options) => api.boards.list({ ...page, workspaceId }, options))

/** The only one. `kind` is the things' name in messages. Fails with `NoSuchThing` or a `UsageError`. */
const only = <Thing extends { readonly id: string }>(
  [found, ...others]: ReadonlyArray<Thing>,
  kind: "board" | "workspace",
  idOrName: string,
  names: ReadonlyArray<string> = []
): Effect.Effect<Thing, NoSuchThing | UsageError> => {
  if (found === undefined)
    return new NoSuchThing({
      message: `the token's user can read no ${kind} with the id or the name "${idOrName}"${didYouMean(idOrName, names)}`
    })
  if (others.length === 0) return Effect.succeed(found)
  const ids = [found, ...others].map(({ id }) => id).join(", ")
  return new UsageError({ message: `several ${kind}s are called "${idOrName}"; name one by its id: ${ids}` })
}

/** The workspace with this id or exact name, among those that the token's user may read; without a name the only one. */
export const workspaceOnServer = Effect.fnUntraced(function* (ask: Ask, idOrName: string | undefined) {
  const workspaces = yield* readableWorkspaces(ask)
  if (idOrName !== undefined) {
    const byId = workspaces.filter(({ id }) => id === idOrName)
    const found = byId.length > 0 ? byId : workspaces.filter(({ name }) => name === idOrName)
    return yield* only(found, "workspace", idOrName)
  }
  const [first] = workspaces
  if (first === undefined) return yield* new NoSuchThing({ message: "there is no workspace for the board" })
  if (workspaces.length === 1) return first
  return yield* new UsageError({ message: "--workspace is missing; `boardwright workspace list` shows them" })
})

const boardsCalled = Effect.fnUntraced(function* (ask: Ask, name: string) {
  const workspaces = yield* readableWorkspaces(ask)
  const boards = (yield* Effect.forEach(workspaces, ({ id }) => boardsIn(ask, id))).flat()
  return yield* only(
    boards.filter((board) => board.name === name),
    "board",
    name,
    boards.map((board) => board.name)
  )
})

/** The board with this id, else the only one with this exact name, among those that the token's user may read. */
export const boardOnServer = (ask: Ask, idOrName: string) =>
  Effect.catchTag(
    ask((api, options) => api.boards.get({ id: idOrName }, options)),
    "NoSuchThing",
    () => boardsCalled(ask, idOrName)
  )
