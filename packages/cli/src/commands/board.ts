import { Board, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import { everyPage } from "../everyPage.js"
import { UsageError } from "../terminal/failures.js"
import { printRows } from "../terminal/output.js"
import { withApp } from "../terminal/withApp.js"

const boardsOf = Effect.fnUntraced(function* (idOrName: string) {
  const { id } = yield* Workspace.findAnyWorkspace(idOrName)
  return yield* everyPage((page) => Board.listBoards({ ...page, workspaceId: id }))
})

const ambiguous = ({ ids, name, total }: Workspace.WorkspaceAmbiguous) => {
  const more = total > ids.length ? ` and ${total - ids.length} more` : ""
  const message = `--workspace: ${total} workspaces are called "${name}"; name one by its id: ${ids.join(", ")}${more}`
  return new UsageError({ message })
}

/** `boardwright board list`. */
export const listBoards = (flags: { readonly workspace: string; readonly json: boolean | undefined }) =>
  withApp(boardsOf(flags.workspace)).pipe(
    Effect.catchTag("WorkspaceAmbiguous", ambiguous),
    Effect.flatMap((boards) =>
      printRows(
        boards,
        {
          name: ({ name }) => name,
          members: ({ members }) => members.length,
          created: ({ createdAt }) => createdAt,
          id: ({ id }) => id
        },
        flags
      )
    )
  )
