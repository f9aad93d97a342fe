import { Board, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import { everyPage } from "../everyPage.js"
import { printRows } from "../terminal/output.js"
import { withApp } from "../terminal/withApp.js"
import { ambiguous } from "./workspace.js"

const boardsOf = Effect.fnUntraced(function* (idOrName: string) {
  const { id } = yield* Workspace.findAnyWorkspace(idOrName)
  return yield* everyPage((page) => Board.listBoards({ ...page, workspaceId: id }))
})

/** `boardwright board list`. */
export const listBoards = (flags: { readonly workspace: string; readonly json: boolean | undefined }) =>
  withApp(boardsOf(flags.workspace)).pipe(
    Effect.catchTag("WorkspaceAmbiguous", (found) => ambiguous(found, "--workspace: ")),
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
