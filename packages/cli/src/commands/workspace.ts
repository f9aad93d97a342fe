import { Account, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import { everyPage } from "../everyPage.js"
import { type Form, printRows } from "../terminal/output.js"
import { withApp } from "../terminal/withApp.js"

const withOwners = Effect.gen(function* () {
  const { find } = yield* Account.UserDirectory
  const workspaces = yield* everyPage(Workspace.listAllWorkspaces)
  const owners = find === undefined ? [] : yield* find([...new Set(workspaces.map(({ ownerId }) => ownerId))])
  const emails = new Map(owners.map(({ email, id }) => [id, email]))
  return workspaces.map((workspace) => ({ ...workspace, ownerEmail: emails.get(workspace.ownerId) ?? null }))
})

/** `boardwright workspace list`. */
export const listWorkspaces = (form: Form) =>
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
