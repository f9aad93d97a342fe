import { Board, Workspace } from "@boardwright/core"
import { Command, Options } from "@effect/cli"
import { Effect } from "effect"
import { everyPage } from "../everyPage.js"
import { UsageError } from "../terminal/failures.js"
import { json, printRows } from "../terminal/output.js"
import { withApp } from "../terminal/withApp.js"

const within = Options.text("workspace").pipe(
  Options.withPseudoName("ID|NAME"),
  Options.withDescription("The workspace, by its id or exactly its name")
)

const boardsOf = Effect.fnUntraced(function* (idOrName: string) {
  const { id } = yield* Workspace.findAnyWorkspace(idOrName)
  return yield* everyPage((page) => Board.listBoards({ ...page, workspaceId: id }))
})

const ambiguous = ({ ids, name, total }: Workspace.WorkspaceAmbiguous) => {
  const more = total > ids.length ? ` and ${total - ids.length} more` : ""
  const message = `--workspace: ${total} workspaces are called "${name}"; name one by its id: ${ids.join(", ")}${more}`
  return new UsageError({ message, help: "boardwright board list" })
}

const list = Command.make("list", { workspace: within, json }, ({ json, workspace }) =>
  withApp(boardsOf(workspace)).pipe(
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
        { json }
      )
    )
  )
).pipe(Command.withDescription("List the boards of a workspace, oldest first"))

/** `boardwright board list`. */
export const board = Command.make("board").pipe(
  Command.withDescription("Look at the boards of a workspace"),
  Command.withSubcommands([list])
)
