import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import {
  ActivityFilter,
  Change,
  ChangeFilter,
  Changes,
  Events,
  LastEventId,
  MadeChange,
  StreamFilter
} from "./ChangeSchemas.js"

export const ChangeApi = Parts.group("changes", "What happened, as one ordered feed")
  .add(
    Parts.get(
      "list",
      "/changes",
      "List the changes after a cursor",
      "In the order in which they became visible, each committed change once, those of answered requests included. Only changes of what the caller may read now; a user who loses the access to a board gets the member.removed or board.deleted that says so. With hasMore, request the next page at once. A 410 has a new cursor: load everything again, then continue from it."
    )
      .setUrlParams(ChangeFilter)
      .addSuccess(Changes)
      .addError(Parts.BadRequest)
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
      .addError(Parts.CursorExpired)
  )
  .add(
    Parts.get(
      "stream",
      "/changes/stream",
      "Follow the changes after a cursor",
      "Server-sent events, without end: an event named change for each change, with the change as its data and the cursor after it as its id. A client that connects again sends the last id as Last-Event-ID, which is used in place of since. The server sends a comment at least every 20 seconds. It ends a stream after 30 minutes, when the access token is no longer valid, when the caller loses the board or workspace of the filter, when the client does not keep up, and when it stops. A user may have 10 streams open."
    )
      .setUrlParams(StreamFilter)
      .setHeaders(LastEventId)
      .addSuccess(Events)
      .addError(Parts.BadRequest)
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
      .addError(Parts.CursorExpired)
  )
  .add(
    Parts.post(
      "undo",
      "/changes/:id/undo",
      "Undo a change",
      "Sets what a change of the last 30 days made back to what it was, or what all changes of a batch made, in one transaction; changes has the changes that did it, as a batch of their own. Undo that to do it again. Updates of tasks, subtasks, time entries, groups, columns and boards, and of the caller's own comments; tasks that were created, deleted, restored, moved or transferred; groups, columns, subtasks and time entries that were added or deleted; the caller's own comments that were added; a workspace that was transferred. Other types are a 400. If a field has changed since, nothing is done. For those who may make the inverse change."
    )
      .setPath(Schema.Struct({ id: Parts.idOf("the change or the batch") }))
      .addSuccess(Parts.wrapped("changes", Schema.Array(MadeChange)))
      .addError(Parts.BadRequest)
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
      .addError(Parts.ChangeNotFound)
      .addError(Parts.UndoConflict)
  )
  .add(
    Parts.get(
      "listOfBoard",
      "/boards/:id/activity",
      "List what happened on a board",
      `Newest first. ${Parts.WHO_MAY.read}`
    )
      .setPath(Schema.Struct({ id: Parts.idOf("the board") }))
      .setUrlParams(ActivityFilter)
      .addSuccess(Parts.paged("changes", Change))
      .addError(Parts.BadRequest)
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
  )
  .add(
    Parts.get(
      "listOfTask",
      "/tasks/:id/activity",
      "List what happened to a task",
      `Newest first. ${Parts.WHO_MAY.read}`
    )
      .setPath(Schema.Struct({ id: Parts.idOf("the task") }))
      .setUrlParams(ActivityFilter)
      .addSuccess(Parts.paged("changes", Change))
      .addError(Parts.BadRequest)
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
  )
  .middleware(Parts.Session)
