import { Effect } from "effect"
import type { Ask } from "../remote/callServer.js"
import { boardOnServer, workspaceOnServer } from "../remote/findOnServer.js"
import { UsageError } from "../terminal/failures.js"
import { findBoard, findWorkspace } from "./findByName.js"

/** A board, or a workspace, as options name it: by id or exact name. */
export interface Place {
  readonly board: string | undefined
  readonly workspace: string | undefined
}

interface Finding<E1, R1, E2, R2> {
  readonly board: (idOrName: string) => Effect.Effect<string, E1, R1>
  readonly workspace: (idOrName: string) => Effect.Effect<string, E2, R2>
}

const finding =
  <E1, R1, E2, R2>(find: Finding<E1, R1, E2, R2>) =>
  ({ board, workspace }: Place) =>
    (board === undefined) === (workspace === undefined)
      ? Effect.fail(
          new UsageError({
            message:
              board === undefined ? "--board or --workspace is missing" : "--board and --workspace: give one of them"
          })
        )
      : Effect.all({
          boardId: board === undefined ? Effect.succeed(undefined) : find.board(board),
          workspaceId: workspace === undefined ? Effect.succeed(undefined) : find.workspace(workspace)
        })

/** The ids of a place in the database. */
export const placeInDatabase = finding({
  board: findBoard,
  workspace: (idOrName) => Effect.map(findWorkspace(idOrName), ({ id }) => id)
})

/** The ids of a place on a server. */
export const placeOnServer = (ask: Ask) =>
  finding({
    board: (idOrName) => Effect.map(boardOnServer(ask, idOrName), ({ id }) => id),
    workspace: (idOrName) => Effect.map(workspaceOnServer(ask, idOrName), ({ id }) => id)
  })
