import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { BadRequest, Forbidden, idOf, listOf, NotFound, pageParameters } from "../contract.js"
import { WHO_MAY } from "../whoMay.js"
import { Comment, Subtask, TaskSummary, TimeEntry } from "./TaskSchemas.js"

const id = Schema.Struct({ id: idOf("the task") })

/** Of the three lists of a task. */
const ALL = `All of them, in order of creation. A page of over 4 MiB is a 400: ask for a smaller one. ${WHO_MAY.read}`

export const list = HttpApiEndpoint.get("list", "/tasks")
  .annotate(OpenApi.Summary, "List the tasks of a board")
  .annotate(
    OpenApi.Description,
    `In the order of the board. A filter that no task fits gives an empty list. ${WHO_MAY.read}`
  )
  .setUrlParams(
    Schema.Struct({
      boardId: idOf("the board"),
      groupId: Schema.optional(idOf("a group, to list only its tasks")),
      status: Schema.optional(Schema.String.annotations({ description: "Only tasks of this status" })),
      assignee: Schema.optional(idOf("a user, to list only tasks that they are assigned to")),
      ...pageParameters
    })
  )
  .addSuccess(listOf("tasks", TaskSummary))
  .addError(BadRequest)
  .addError(Forbidden)
  .addError(NotFound)

export const listComments = HttpApiEndpoint.get("listComments", "/tasks/:id/comments")
  .annotate(OpenApi.Summary, "List the comments of a task")
  .annotate(OpenApi.Description, ALL)
  .setPath(id)
  .setUrlParams(Schema.Struct(pageParameters))
  .addSuccess(listOf("comments", Comment))
  .addError(BadRequest)
  .addError(Forbidden)
  .addError(NotFound)

export const listSubtasks = HttpApiEndpoint.get("listSubtasks", "/tasks/:id/subtasks")
  .annotate(OpenApi.Summary, "List the subtasks of a task")
  .annotate(OpenApi.Description, ALL)
  .setPath(id)
  .setUrlParams(Schema.Struct(pageParameters))
  .addSuccess(listOf("subtasks", Subtask))
  .addError(BadRequest)
  .addError(Forbidden)
  .addError(NotFound)

export const listTimeEntries = HttpApiEndpoint.get("listTimeEntries", "/tasks/:id/time-entries")
  .annotate(OpenApi.Summary, "List the time entries of a task")
  .annotate(OpenApi.Description, ALL)
  .setPath(id)
  .setUrlParams(Schema.Struct(pageParameters))
  .addSuccess(listOf("timeEntries", TimeEntry))
  .addError(BadRequest)
  .addError(Forbidden)
  .addError(NotFound)
