import { Trash } from "@boardwright/core"
import { Effect } from "effect"
import { everyPage } from "../everyPage.js"
import { type Columns, type Form, printJson, printRows } from "../terminal/output.js"
import { note } from "../terminal/print.js"
import { refusedAs, withApp } from "../terminal/withApp.js"

const columns: Columns<Trash.Deletion> = {
  kind: ({ kind }) => kind,
  name: ({ name }) => name,
  deleted: ({ at }) => at,
  by: ({ actorId }) => actorId,
  id: ({ id }) => id
}

/** `boardwright trash list`. */
export const listTrash = ({
  board,
  json,
  workspace
}: Form & { readonly board: string | undefined; readonly workspace: string | undefined }) =>
  everyPage((page) => Trash.listTrash({ ...page, boardId: board, workspaceId: workspace })).pipe(
    withApp,
    refusedAs({ boardId: "--board", workspaceId: "--workspace" }),
    Effect.flatMap((deletions) => printRows(deletions, columns, { json }))
  )

/** `boardwright trash restore`. */
export const restoreFromTrash = Effect.fnUntraced(function* ({ json }: Form, id: string) {
  const deletion = yield* withApp(Trash.restoreDeletion(id))
  if (json === true) yield* printJson(deletion)
  yield* note(`${deletion.kind} ${deletion.subjectId} is back`)
})

/** `boardwright trash purge`. */
export const purgeFromTrash = Effect.fnUntraced(function* ({ json }: Form, id: string) {
  yield* withApp(Trash.purgeDeletion(id))
  if (json === true) yield* printJson({ id })
  yield* note("it cannot be restored any more; the server removes it within 10 minutes")
})
