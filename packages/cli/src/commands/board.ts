import { Board, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import type { Ask } from "../remote/callServer.js"
import { boardsIn, workspaceOnServer } from "../remote/findOnServer.js"
import { everyPage } from "../everyPage.js"
import { printRows } from "../terminal/output.js"
import { withServer } from "../remote/withServer.js"
import { ambiguous } from "./workspace.js"

const boardsOf = Effect.fnUntraced(function* (idOrName: string) {
  const { id } = yield* Workspace.findAnyWorkspace(idOrName)
  return yield* everyPage((page) => Board.listBoards({ ...page, workspaceId: id }))
})

const boardsOnServer = (idOrName: string) => (ask: Ask) =>
  Effect.flatMap(workspaceOnServer(ask, idOrName), ({ id }) => boardsIn(ask, id))

interface Listed {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly members: ReadonlyArray<unknown>
}

/** `boardwright board list`. */
export const listBoards = (flags: { readonly workspace: string; readonly json: boolean | undefined }) =>
  withServer(boardsOf(flags.workspace), boardsOnServer(flags.workspace)).pipe(
    Effect.catchTag("WorkspaceAmbiguous", (found) => ambiguous(found, "--workspace: ")),
    Effect.flatMap((boards) =>
      printRows<Listed>(
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
