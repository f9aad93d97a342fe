import { Task as Core } from "@boardwright/core"
import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { Comment, Subtask, TimeEntry } from "./TaskSchemas.js"

// The endpoints of what is on a task: comments, subtasks and time entries.

const id = Schema.Struct({ id: Parts.idOf("the task") })
const taskId = Parts.idOf("the task")
const ofComment = Schema.Struct({ taskId, commentId: Parts.idOf("the comment") })
const ofSubtask = Schema.Struct({ taskId, subtaskId: Parts.idOf("the subtask") })

const ofTimeEntry = Schema.Struct({ taskId, entryId: Parts.idOf("the time entry") })

const listOf = <const Name extends string, A, I>(name: Name, parts: string, page: Schema.Schema<A, I>) =>
  Parts.get(
    name,
    `/tasks/:id/${parts.replace(" ", "-")}`,
    `List the ${parts} of a task`,
    `All of them, in ${parts === "subtasks" ? "their order" : "order of creation"}. A page over 4 MiB is a 400: request a smaller one. ${Parts.WHO_MAY.read}`
  )
    .setPath(id)
    .setUrlParams(Schema.Struct(Parts.pageParameters))
    .addSuccess(page)
    .addError(Parts.BadRequest)

export const listComments = listOf("listComments", "comments", Parts.paged("comments", Comment))
export const listSubtasks = listOf("listSubtasks", "subtasks", Parts.paged("subtasks", Subtask))
export const listTimeEntries = listOf("listTimeEntries", "time entries", Parts.paged("timeEntries", TimeEntry))

export const addComment = Parts.create(
  "addComment",
  "/tasks/:id/comments",
  "Comment on a task",
  `Mentioning a non-user is a 400. ${Parts.WHO_MAY.read}`
)
  .setPath(id)
  .setPayload(Parts.sent(Core.AddComment, { content: "Deeper this year" }))
  .addSuccess(Parts.status(201, Parts.wrapped("comment", Comment)))
  .addError(Parts.BadRequest)

export const updateComment = Parts.patch(
  "updateComment",
  "/tasks/:taskId/comments/:commentId",
  "Change a comment",
  "Sets editedAt. Null clears the mentions. For its author."
)
  .setPath(ofComment)
  .setPayload(Parts.sent(Core.UpdateComment, { content: "Deeper next year" }))
  .addSuccess(Parts.enveloped("comment", Comment))
  .addError(Parts.BadRequest)

export const deleteComment = Parts.del(
  "deleteComment",
  "/tasks/:taskId/comments/:commentId",
  "Delete a comment",
  "For good: its text is erased from the record of changes too. For its author, admins of the board, and the workspace's owner."
)
  .setPath(ofComment)
  .addSuccess(Parts.Done)

export const addSubtask = Parts.create("addSubtask", "/tasks/:id/subtasks", "Add a subtask", Parts.WHO_MAY.edit)
  .setPath(id)
  .setPayload(Parts.sent(Core.AddSubtask, { name: "Fetch the spade" }))
  .addSuccess(Parts.status(201, Parts.enveloped("subtask", Subtask)))
  .addError(Parts.BadRequest)

export const updateSubtask = Parts.patch(
  "updateSubtask",
  "/tasks/:taskId/subtasks/:subtaskId",
  "Change or move a subtask",
  `With beforeSubtaskId it moves before another subtask, with null to the end; a subtask of another task is a 409. ${Parts.WHO_MAY.edit}`
)
  .setPath(ofSubtask)
  .setPayload(Parts.sent(Core.UpdateSubtask, { completed: true }))
  .addSuccess(Parts.enveloped("subtask", Subtask))
  .addError(Parts.BadRequest)
  .addError(Parts.MoveConflict)

export const deleteSubtask = Parts.del(
  "deleteSubtask",
  "/tasks/:taskId/subtasks/:subtaskId",
  "Delete a subtask",
  `Undo brings it back. ${Parts.WHO_MAY.edit}`
)
  .setPath(ofSubtask)
  .addSuccess(Parts.Done)

export const addTimeEntry = Parts.create(
  "addTimeEntry",
  "/tasks/:id/time-entries",
  "Log time on a task",
  `The client chooses the duration's unit. ${Parts.WHO_MAY.edit}`
)
  .setPath(id)
  .setPayload(Parts.sent(Core.AddTimeEntry, { duration: 90, description: "Digging" }))
  .addSuccess(Parts.status(201, Parts.enveloped("timeEntry", TimeEntry)))
  .addError(Parts.BadRequest)

export const updateTimeEntry = Parts.patch(
  "updateTimeEntry",
  "/tasks/:taskId/time-entries/:entryId",
  "Change a time entry",
  `Null clears the description. ${Parts.WHO_MAY.edit}`
)
  .setPath(ofTimeEntry)
  .setPayload(Parts.sent(Core.UpdateTimeEntry, { duration: 75 }))
  .addSuccess(Parts.enveloped("timeEntry", TimeEntry))
  .addError(Parts.BadRequest)

export const deleteTimeEntry = Parts.del(
  "deleteTimeEntry",
  "/tasks/:taskId/time-entries/:entryId",
  "Delete a time entry",
  `Undo brings it back. ${Parts.WHO_MAY.edit}`
)
  .setPath(ofTimeEntry)
  .addSuccess(Parts.Done)
