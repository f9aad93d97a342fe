import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { Deletion } from "./TrashSchemas.js"

const id = Schema.Struct({ deletionId: Parts.idOf("the deletion") })

export const TrashApi = Parts.group("trash", "Deleted boards and tasks, until they are purged")
  .add(
    Parts.get(
      "list",
      "/trash",
      "List the deletions on a board or in a workspace that the caller may restore",
      "Newest first, without those of tasks whose board is in the trash. A board needs the right to edit it."
    )
      .setUrlParams(Schema.Struct({ ...Parts.placeParameters, ...Parts.pageParameters }))
      .addSuccess(Parts.paged("deletions", Deletion))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.post(
      "restore",
      "/trash/:deletionId/restore",
      "Restore a deleted board or task",
      "Exactly what was deleted with it, and nothing that was deleted before. A 409 BoardInTrash for a task whose board is in the trash. For those who may delete it."
    )
      .setPath(id)
      .addSuccess(Parts.enveloped("deletion", Deletion))
      .addError(Parts.BoardInTrash)
  )
  .add(
    Parts.del("purge", "/trash/:deletionId", "Purge a deleted board or task", `For good. ${Parts.WHO_MAY.manage}`)
      .setPath(id)
      .addSuccess(Parts.Done)
      .annotate(Parts.Tier, "sensitive")
  )
  .addError(Parts.Forbidden)
  .addError(Parts.NotFound)
  .middleware(Parts.Session)
