import { Trash } from "@boardwright/core"
import { Effect } from "effect"
import { type Place, placeInDatabase, placeOnServer } from "../boards/place.js"
import { everyPage } from "../everyPage.js"
import { type Columns, type Form, type Plain, printJson, printRows } from "../terminal/output.js"
import { note } from "../terminal/print.js"
import { refusedAs } from "../terminal/withApp.js"
import { askEveryPage } from "../remote/askEveryPage.js"
import { withServer } from "../remote/withServer.js"

const columns: Columns<Plain<Trash.Deletion>> = {
  kind: ({ kind }) => kind,
  name: ({ name }) => name,
  deleted: ({ at }) => at,
  by: ({ actorId }) => actorId,
  id: ({ id }) => id
}

/** `boardwright trash list`. */
export const listTrash = ({ json, ...place }: Form & Place) =>
  withServer(
    Effect.flatMap(placeInDatabase(place), (ids) => everyPage((page) => Trash.listTrash({ ...page, ...ids }))),
    (ask) =>
      Effect.flatMap(placeOnServer(ask)(place), (ids) =>
        askEveryPage(ask, "deletions", (api, page, options) => api.trash.list({ ...page, ...ids }, options))
      )
  ).pipe(
    refusedAs({ boardId: "--board", workspaceId: "--workspace" }),
    Effect.flatMap((deletions) => printRows<Plain<Trash.Deletion>>(deletions, columns, { json }))
  )

/** `boardwright trash restore`. */
export const restoreFromTrash = Effect.fnUntraced(function* ({ json }: Form, id: string) {
  const deletion = yield* withServer(Trash.restoreDeletion(id), (ask) =>
    Effect.map(
      ask((api, options) => api.trash.restore({ deletionId: id }, options)),
      ({ deletion }) => deletion
    )
  )
  if (json === true) yield* printJson(deletion)
  yield* note(`${deletion.kind} ${deletion.subjectId} is back`)
})

/** `boardwright trash purge`. */
export const purgeFromTrash = Effect.fnUntraced(function* ({ json }: Form, id: string) {
  yield* withServer(Trash.purgeDeletion(id), (ask) =>
    ask((api, options) => api.trash.purge({ deletionId: id }, options))
  )
  if (json === true) yield* printJson({ id })
  yield* note("it cannot be restored any more; the server removes it within 10 minutes")
})
