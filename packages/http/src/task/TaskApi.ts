import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Task as Core } from "@boardwright/core"
import { Schema } from "effect"
import { BadRequest, Done, enveloped, Forbidden, idOf, NotFound, Session, status, wrapped, sent } from "../contract.js"
import { anId } from "../examples.js"
import { WHO_MAY } from "../whoMay.js"
import { list, listComments, listSubtasks, listTimeEntries } from "./TaskListApi.js"
import { Comment, Subtask, Task, TaskDetails, TimeEntry } from "./TaskSchemas.js"

const id = Schema.Struct({ id: idOf("the task") })

export const TaskApi = HttpApiGroup.make("tasks")
  .annotate(OpenApi.Description, "The tasks on a board")
  .add(list)
  .add(listComments)
  .add(listSubtasks)
  .add(listTimeEntries)
  .add(
    HttpApiEndpoint.get("get", "/tasks/:id")
      .annotate(OpenApi.Summary, "Get a task with its comments, subtasks and time entries")
      .annotate(
        OpenApi.Description,
        `Of each list the newest 1,000, and of these the newest within 1 MiB: subtasks first, then comments, then time entries. \`totals\` has how many there are. ${WHO_MAY.read}`
      )
      .setPath(id)
      .addSuccess(TaskDetails)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("create", "/tasks")
      .annotate(OpenApi.Summary, "Create a task")
      .annotate(
        OpenApi.Description,
        `At the end of the group, or of the board's first group where none is named. ${WHO_MAY.edit}`
      )
      .setPayload(sent(Core.CreateTask, { boardId: anId, name: "Sow peas", status: "working", dueDate: "2027-03-25" }))
      .addSuccess(status(201, wrapped("task", Task)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.patch("update", "/tasks/:id")
      .annotate(OpenApi.Summary, "Change a task")
      .annotate(
        OpenApi.Description,
        `Null clears a field, and removes a key of columnValues; keys that are not named stay. ${WHO_MAY.edit}`
      )
      .setPath(id)
      .setPayload(sent(Core.UpdateTask, { status: "done" }))
      .addSuccess(wrapped("task", Task))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.del("delete", "/tasks/:id")
      .annotate(OpenApi.Summary, "Delete a task")
      .annotate(OpenApi.Description, `With its comments, subtasks and time entries. ${WHO_MAY.edit}`)
      .setPath(id)
      .addSuccess(Done)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.patch("move", "/tasks/:id/move")
      .annotate(OpenApi.Summary, "Move a task to the end of a group")
      .annotate(OpenApi.Description, `A group of another board is a 404. ${WHO_MAY.edit}`)
      .setPath(id)
      .setPayload(sent(Core.MoveTask, { groupId: anId }))
      .addSuccess(enveloped("task", Task))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("addComment", "/tasks/:id/comments")
      .annotate(OpenApi.Summary, "Comment on a task")
      .annotate(OpenApi.Description, `A mention of who is no user is a 400. ${WHO_MAY.read}`)
      .setPath(id)
      .setPayload(sent(Core.AddComment, { content: "Deeper this year" }))
      .addSuccess(status(201, wrapped("comment", Comment)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("addSubtask", "/tasks/:id/subtasks")
      .annotate(OpenApi.Summary, "Add a subtask")
      .annotate(OpenApi.Description, WHO_MAY.edit)
      .setPath(id)
      .setPayload(sent(Core.AddSubtask, { name: "Fetch the spade" }))
      .addSuccess(status(201, enveloped("subtask", Subtask)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.patch("updateSubtask", "/tasks/:taskId/subtasks/:subtaskId")
      .annotate(OpenApi.Summary, "Change a subtask")
      .annotate(OpenApi.Description, WHO_MAY.edit)
      .setPath(Schema.Struct({ taskId: idOf("the task"), subtaskId: idOf("the subtask") }))
      .setPayload(sent(Core.UpdateSubtask, { completed: true }))
      .addSuccess(enveloped("subtask", Subtask))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("addTimeEntry", "/tasks/:id/time-entries")
      .annotate(OpenApi.Summary, "Book time on a task")
      .annotate(OpenApi.Description, `The unit of the duration is the client's. ${WHO_MAY.edit}`)
      .setPath(id)
      .setPayload(sent(Core.AddTimeEntry, { duration: 90, description: "Digging" }))
      .addSuccess(status(201, enveloped("timeEntry", TimeEntry)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .middleware(Session)
