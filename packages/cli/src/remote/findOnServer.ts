import { Effect } from "effect"
import { everyPage } from "../everyPage.js"
import { NoSuchThing, UsageError } from "../terminal/failures.js"
import type { Ask } from "./callServer.js"

/** The workspaces that the token's user may read. */
export const readableWorkspaces = (ask: Ask) =>
  everyPage((page) =>
    Effect.map(
      ask((api, options) => api.workspaces.list(page, options)),
      ({ pagination, workspaces }) => ({ items: workspaces, total: pagination.total })
    )
  )

/** The boards of a workspace that the token's user may read. */
export const boardsIn = (ask: Ask, workspaceId: string) =>
  everyPage((page) =>
    Effect.map(
      ask((api, options) => api.boards.list({ ...page, workspaceId }, options)),
      ({ boards, pagination }) => ({ items: boards, total: pagination.total })
    )
  )

/** The one with this id, else the only one with this exact name. Fails with `NoSuchThing` or a `UsageError`. */
const only = <Thing extends { readonly id: string; readonly name: string }>(
  things: ReadonlyArray<Thing>,
  idOrName: string
): Effect.Effect<Thing, NoSuchThing | UsageError> => {
  const byId = things.find(({ id }) => id === idOrName)
  const byName = things.filter(({ name }) => name === idOrName)
  const found = byId ?? byName[0]
  if (found === undefined)
    return new NoSuchThing({ message: `the token's user can read no workspace with the id or the name "${idOrName}"` })
  if (byId !== undefined || byName.length === 1) return Effect.succeed(found)
  const ids = byName.map(({ id }) => id).join(", ")
  return new UsageError({ message: `several workspaces are called "${idOrName}"; name one by its id: ${ids}` })
}

/** The workspace with this id or exact name, among those that the token's user may read; without a name the only one. */
export const workspaceOnServer = Effect.fnUntraced(function* (ask: Ask, idOrName: string | undefined) {
  const workspaces = yield* readableWorkspaces(ask)
  if (idOrName !== undefined) return yield* only(workspaces, idOrName)
  const [first] = workspaces
  if (first === undefined) return yield* new NoSuchThing({ message: "there is no workspace for the board" })
  if (workspaces.length === 1) return first
  return yield* new UsageError({ message: "--workspace is missing; `boardwright workspace list` shows them" })
})
