import { Access, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import { everyPage } from "../everyPage.js"
import { NoSuchThing, UsageError } from "../terminal/failures.js"
import { oneLine } from "../terminal/print.js"

/** Most workspaces that a message lists. */
const SHOWN = 20

const listOf = (workspaces: ReadonlyArray<Workspace.Workspace>, total: number): string => {
  const shown = workspaces.slice(0, SHOWN).map(({ id, name }) => `${id} (${oneLine(name)})`)
  return [...shown, ...(total > shown.length ? [`and ${total - shown.length} more`] : [])].join(", ")
}

const help = "boardwright import"

// Others' workspaces that hold a board shared with a user are no place for a board of theirs.
const mine = Effect.gen(function* () {
  const userId = yield* Access.actingUser
  if (userId === null) return yield* Workspace.listAllWorkspaces()
  const visible = yield* everyPage(Workspace.listWorkspaces)
  const owned = visible.filter(({ ownerId }) => ownerId === userId)
  return { items: owned, total: owned.length }
})

/** The workspace of this id or exactly this name among those that the actor may put boards in. */
const named = Effect.fnUntraced(function* (idOrName: string) {
  const ambiguous = (found: ReadonlyArray<string>) =>
    new UsageError({
      message: `several workspaces are called "${idOrName}"; name one by its id: ${found.join(", ")}`,
      help
    })
  if ((yield* Access.actingUser) === null)
    return yield* Effect.catchTag(Workspace.findAnyWorkspace(idOrName), "WorkspaceAmbiguous", ({ ids }) =>
      ambiguous(ids)
    )
  const { items } = yield* mine
  const byId = items.find(({ id }) => id === idOrName)
  const byName = items.filter(({ name }) => name === idOrName)
  if (byId === undefined && byName.length > 1) return yield* ambiguous(byName.map(({ id }) => id))
  return byId ?? byName[0] ?? (yield* Workspace.getWorkspace(idOrName))
})

/**
 * The workspace that `--workspace` names by its id or exactly its name; without it the only one that the actor may put
 * boards in. Fails with `UsageError` that lists the workspaces where none is told, and as a workspace that is not there.
 */
export const findWorkspace = Effect.fnUntraced(function* (idOrName: string | null) {
  if (idOrName !== null) return yield* named(idOrName)
  const { items, total } = yield* mine
  const [first] = items
  if (first === undefined) return yield* new NoSuchThing({ message: "there is no workspace to put a board in" })
  if (total === 1) return first
  return yield* new UsageError({ message: `--workspace is missing; there are ${listOf(items, total)}`, help })
})
