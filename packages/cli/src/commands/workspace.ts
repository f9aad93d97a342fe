import { Account, Workspace } from "@boardwright/core"
import { Command } from "@effect/cli"
import { Effect } from "effect"
import { everyPage } from "../everyPage.js"
import { json, printRows } from "../terminal/output.js"
import { withApp } from "../terminal/withApp.js"

const withOwners = Effect.gen(function* () {
  const { find } = yield* Account.UserDirectory
  const workspaces = yield* everyPage(Workspace.listAllWorkspaces)
  const owners = find === undefined ? [] : yield* find([...new Set(workspaces.map(({ ownerId }) => ownerId))])
  const emails = new Map(owners.map(({ email, id }) => [id, email]))
  return workspaces.map((workspace) => ({ ...workspace, ownerEmail: emails.get(workspace.ownerId) ?? null }))
})

const list = Command.make("list", { json }, (form) =>
  Effect.flatMap(withApp(withOwners), (workspaces) =>
    printRows(
      workspaces,
      {
        name: ({ name }) => name,
        owner: ({ ownerEmail }) => ownerEmail,
        created: ({ createdAt }) => createdAt,
        id: ({ id }) => id
      },
      form
    )
  )
).pipe(Command.withDescription("List everybody's workspaces, oldest first"))

/** `boardwright workspace list`. */
export const workspace = Command.make("workspace").pipe(
  Command.withDescription("Look at everybody's workspaces"),
  Command.withSubcommands([list])
)
