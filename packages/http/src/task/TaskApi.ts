import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Task as Core } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
  described,
  Done,
  enveloped,
  Forbidden,
  idOf,
  NotFound,
  paged,
  pageParameters,
  sent,
  Session,
  status,
  WHO_MAY,
  wrapped
} from "../apiParts.js"
import { anId } from "../examples.js"
import { Comment, Subtask, Task, TaskDetails, TaskFilter, TaskSummary, TimeEntry } from "./TaskSchemas.js"

const id = Schema.Struct({ id: idOf("the task") })

/** The description of the lists of a task's parts. */
const ALL = `All of them, in order of creation. A page over 4 MiB is a 400: request a smaller one. ${WHO_MAY.read}`

export const TaskApi = HttpApiGroup.make("tasks")
  .annotate(OpenApi.Description, "The tasks on a board")
  .add(
    HttpApiEndpoint.get("list", "/tasks")
      .annotateContext(
        described(
          "List the tasks of a board",
          `In the board's order. A filter that matches nothing gives an empty list. ${WHO_MAY.read}`
        )
      )
      .setUrlParams(TaskFilter)
      .addSuccess(paged("tasks", TaskSummary))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.get("listComments", "/tasks/:id/comments")
      .annotateContext(described("List the comments of a task", ALL))
      .setPath(id)
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(paged("comments", Comment))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.get("listSubtasks", "/tasks/:id/subtasks")
      .annotateContext(described("List the subtasks of a task", ALL))
      .setPath(id)
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(paged("subtasks", Subtask))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.get("listTimeEntries", "/tasks/:id/time-entries")
      .annotateContext(described("List the time entries of a task", ALL))
      .setPath(id)
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(paged("timeEntries", TimeEntry))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.get("get", "/tasks/:id")
      .annotateContext(
        described(
          "Get a task with its comments, subtasks and time entries",
          `The newest 1,000 of each, and at most 1 MiB in all: subtasks first, then comments, then time entries. \`totals\` has their numbers. ${WHO_MAY.read}`
        )
      )
      .setPath(id)
      .addSuccess(TaskDetails)
  )
  .add(
    HttpApiEndpoint.post("create", "/tasks")
      .annotateContext(described("Create a task", `Last in the given group or the board's first. ${WHO_MAY.edit}`))
      .setPayload(sent(Core.CreateTask, { boardId: anId, name: "Sow peas", status: "working", dueDate: "2027-03-25" }))
      .addSuccess(status(201, wrapped("task", Task)))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.patch("update", "/tasks/:id")
      .annotateContext(
        described(
          "Change a task",
          `Null clears a field, and removes a key of columnValues; other keys stay. ${WHO_MAY.edit}`
        )
      )
      .setPath(id)
      .setPayload(sent(Core.UpdateTask, { status: "done" }))
      .addSuccess(wrapped("task", Task))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.del("delete", "/tasks/:id")
      .annotateContext(described("Delete a task", `With its comments, subtasks and time entries. ${WHO_MAY.edit}`))
      .setPath(id)
      .addSuccess(Done)
  )
  .add(
    HttpApiEndpoint.patch("move", "/tasks/:id/move")
      .annotateContext(
        described("Move a task to the end of a group", `A group of another board is a 404. ${WHO_MAY.edit}`)
      )
      .setPath(id)
      .setPayload(sent(Core.MoveTask, { groupId: anId }))
      .addSuccess(enveloped("task", Task))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.post("addComment", "/tasks/:id/comments")
      .annotateContext(described("Comment on a task", `Mentioning a non-user is a 400. ${WHO_MAY.read}`))
      .setPath(id)
      .setPayload(sent(Core.AddComment, { content: "Deeper this year" }))
      .addSuccess(status(201, wrapped("comment", Comment)))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.post("addSubtask", "/tasks/:id/subtasks")
      .annotateContext(described("Add a subtask", WHO_MAY.edit))
      .setPath(id)
      .setPayload(sent(Core.AddSubtask, { name: "Fetch the spade" }))
      .addSuccess(status(201, enveloped("subtask", Subtask)))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.patch("updateSubtask", "/tasks/:taskId/subtasks/:subtaskId")
      .annotateContext(described("Change a subtask", WHO_MAY.edit))
      .setPath(Schema.Struct({ taskId: idOf("the task"), subtaskId: idOf("the subtask") }))
      .setPayload(sent(Core.UpdateSubtask, { completed: true }))
      .addSuccess(enveloped("subtask", Subtask))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.post("addTimeEntry", "/tasks/:id/time-entries")
      .annotateContext(described("Log time on a task", `The client chooses the duration's unit. ${WHO_MAY.edit}`))
      .setPath(id)
      .setPayload(sent(Core.AddTimeEntry, { duration: 90, description: "Digging" }))
      .addSuccess(status(201, enveloped("timeEntry", TimeEntry)))
      .addError(BadRequest)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .middleware(Session)
