import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Task as Core } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
  Done,
  enveloped,
  Forbidden,
  listOf,
  NotFound,
  pageParameters,
  Session,
  status,
  wrapped,
  sent
} from "../contract.js"
import { Comment, Subtask, Task, TaskDetails, TaskSummary, TimeEntry } from "./TaskSchemas.js"

const id = Schema.Struct({ id: Schema.String })

export const TaskApi = HttpApiGroup.make("tasks")
  .add(
    HttpApiEndpoint.get("list", "/tasks")
      .setUrlParams(
        Schema.Struct({
          boardId: Schema.String,
          groupId: Schema.optional(Schema.String),
          status: Schema.optional(Schema.String),
          assignee: Schema.optional(Schema.String),
          ...pageParameters
        })
      )
      .addSuccess(listOf("tasks", TaskSummary))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.get("get", "/tasks/:id").setPath(id).addSuccess(TaskDetails).addError(Forbidden).addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("create", "/tasks")
      .setPayload(sent(Core.CreateTask))
      .addSuccess(status(201, wrapped("task", Task)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.patch("update", "/tasks/:id")
      .setPath(id)
      .setPayload(sent(Core.UpdateTask))
      .addSuccess(wrapped("task", Task))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(HttpApiEndpoint.del("delete", "/tasks/:id").setPath(id).addSuccess(Done).addError(Forbidden).addError(NotFound))
  .add(
    HttpApiEndpoint.patch("move", "/tasks/:id/move")
      .setPath(id)
      .setPayload(sent(Core.MoveTask))
      .addSuccess(enveloped("task", Task))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("addComment", "/tasks/:id/comments")
      .setPath(id)
      .setPayload(sent(Core.AddComment))
      .addSuccess(status(201, wrapped("comment", Comment)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("addSubtask", "/tasks/:id/subtasks")
      .setPath(id)
      .setPayload(sent(Core.AddSubtask))
      .addSuccess(status(201, enveloped("subtask", Subtask)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.patch("updateSubtask", "/tasks/:taskId/subtasks/:subtaskId")
      .setPath(Schema.Struct({ taskId: Schema.String, subtaskId: Schema.String }))
      .setPayload(sent(Core.UpdateSubtask))
      .addSuccess(enveloped("subtask", Subtask))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("addTimeEntry", "/tasks/:id/time-entries")
      .setPath(id)
      .setPayload(sent(Core.AddTimeEntry))
      .addSuccess(status(201, enveloped("timeEntry", TimeEntry)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .middleware(Session)
