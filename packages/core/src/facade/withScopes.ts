import { Effect, Record } from "effect"
import { requireScope } from "../access/Actor.js"
import type { TokenScope } from "../access/TokenPower.js"
import type { Run } from "./withSpans.js"

type Nouns = {
  readonly [noun: string]: {
    readonly [name: string]: {
      readonly needsActor: boolean
      readonly run: (...parameters: ReadonlyArray<never>) => ReturnType<Run>
    }
  }
}

/** The names of use cases: `tasks.create`. */
type NameOf<N> = { readonly [Noun in keyof N & string]: `${Noun}.${keyof N[Noun] & string}` }[keyof N & string]

/** Nouns that an API token never reaches, but for what is in `SCOPES`. */
const FORBIDDEN: ReadonlySet<string> = new Set(["accounts", "tokens"])
/** Use cases that it never reaches: a link would outlive the token. */
const FORBIDDEN_USE_CASES: ReadonlySet<string> = new Set(["boards.createCalendarLink"])

/** The scope of an API token that a use case needs; `manage` for those that are not here. */
export const SCOPES = {
  read: [
    "accounts.profile",
    "workspaces.list",
    "workspaces.get",
    "workspaceMembers.list",
    "workspaceMembers.listInvitations",
    "boards.list",
    "boards.get",
    "boards.people",
    "boards.find",
    "boards.export",
    "boards.listCalendarLinks",
    "invitations.listMine",
    "invitations.listOfBoard",
    "tasks.list",
    "tasks.mine",
    "tasks.get",
    "tasks.listComments",
    "tasks.listSubtasks",
    "tasks.listTimeEntries",
    "search.find",
    "trash.list",
    "changes.list",
    "changes.listOfBoard",
    "changes.listOfTask",
    "webhooks.list",
    "webhooks.get",
    "webhooks.listDeliveries"
  ],
  write: [
    "boards.addGroup",
    "boards.updateGroup",
    "boards.addColumn",
    "boards.updateColumn",
    "tasks.create",
    "tasks.update",
    "tasks.move",
    "tasks.moveToBoard",
    "tasks.duplicate",
    "tasks.bulk",
    "tasks.addComment",
    "tasks.updateComment",
    "tasks.addSubtask",
    "tasks.updateSubtask",
    "tasks.addTimeEntry",
    "tasks.updateTimeEntry"
  ]
} as const

interface Named<Name> {
  readonly read: ReadonlyArray<Name>
  readonly write: ReadonlyArray<Name>
}

/** The scope of an API token that a use case needs, by its name such as `tasks.create`. Null if no token may run it. */
export const scopeOf = (name: string, { read, write }: Named<string> = SCOPES): TokenScope | null => {
  if (read.includes(name)) return "read"
  if (write.includes(name)) return "write"
  if (FORBIDDEN_USE_CASES.has(name)) return null
  return FORBIDDEN.has(name.slice(0, name.indexOf("."))) ? null : "manage"
}

/**
 * Lets an actor with an API token run a use case only if the token has its scope. The operator and a user without a token need
 * none.
 */
export const withScopes = <N extends Nouns>(nouns: N, named: Named<NameOf<NoInfer<N>>>): N => {
  // The loops keep the types of the table.
  return Record.map(nouns as Nouns, (noun, ofNoun) =>
    Record.map(noun, (entry, name) => {
      if (!entry.needsActor) return entry
      const action = `${ofNoun}.${name}`
      const allowed = requireScope(scopeOf(action, named), action)
      return {
        ...entry,
        run: (...parameters: ReadonlyArray<never>) => Effect.zipRight(allowed, entry.run(...parameters))
      }
    })
  ) as never
}
