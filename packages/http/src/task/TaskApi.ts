import { Bulk as BulkCore, Duplicate, Task as Core } from "@boardwright/core"
import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { aBulk, anId } from "../examples.js"
import * as Entries from "./EntryApi.js"
import { MyTaskFilter, TaskFilter } from "./TaskFilters.js"
import { AssignedTask, BulkResult, Task, TaskDetails, TaskList, Transferred } from "./TaskSchemas.js"

const id = Schema.Struct({ id: Parts.idOf("the task") })

export const TaskApi = Parts.group("tasks", "The tasks on a board")
  .add(
    Parts.get(
      "list",
      "/tasks",
      "List the tasks of a board",
      `In the board's order, which is that within each group: without a sort, tasks of several groups are mixed. Order them by \`groupId\` in the order of the board's \`groups\`, or sort by group. A filter that matches nothing gives an empty list. ${Parts.WHO_MAY.read}`
    )
      .setUrlParams(TaskFilter)
      .addSuccess(TaskList)
      .addError(Parts.BadRequest)
      .annotate(Parts.CursorHeader, true)
      .annotate(Parts.EntityTag, "tasks")
  )
  .add(
    Parts.get(
      "mine",
      "/tasks/mine",
      "List the tasks assigned to the caller",
      "On all boards that the caller can read, without what is in the trash. By default those due first are first and those without a due date last, then those changed last."
    )
      .setUrlParams(MyTaskFilter)
      .addSuccess(Parts.paged("tasks", AssignedTask))
      .addError(Parts.BadRequest)
      .annotate(Parts.CursorHeader, true)
  )
  .add(Entries.listComments)
  .add(Entries.listSubtasks)
  .add(Entries.listTimeEntries)
  .add(
    Parts.get(
      "get",
      "/tasks/:id",
      "Get a task with its comments, subtasks and time entries",
      `The newest 1,000 of each, and at most 1 MiB in all: subtasks first, then comments, then time entries. \`totals\` has their numbers. ${Parts.WHO_MAY.read}`
    )
      .setPath(id)
      .addSuccess(TaskDetails)
      .annotate(Parts.CursorHeader, true)
      .annotate(Parts.EntityTag, "task")
  )
  .add(
    Parts.create(
      "create",
      "/tasks",
      "Create a task",
      `Last in the given group or the board's first. ${Parts.WHO_MAY.edit}`
    )
      .setPayload(
        Parts.sent(Core.CreateTask, { boardId: anId, name: "Sow peas", status: "working", dueDate: "2027-03-25" })
      )
      .addSuccess(Parts.status(201, Parts.wrapped("task", Task)))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.patch(
      "update",
      "/tasks/:id",
      "Change a task",
      `Null clears a field, and removes a key of columnValues; other keys stay. A field that is sent applies, not a null for the column that is bound to it. ${Parts.WHO_MAY.edit}`
    )
      .setPath(id)
      .setPayload(Parts.sent(Core.UpdateTask, { status: "done" }))
      .addSuccess(Parts.wrapped("task", Task))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.del(
      "delete",
      "/tasks/:id",
      "Delete a task",
      `Moves it to the trash, with its comments, subtasks and time entries. permanent skips the trash, for admins of the board and the workspace's owner. ${Parts.WHO_MAY.edit}`
    )
      .setPath(id)
      .setUrlParams(Parts.permanently)
      .addSuccess(Parts.Done)
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.patch(
      "move",
      "/tasks/:id/move",
      "Move a task",
      `Before another task or after one, or to the end of a group: without the other two, or with null for beforeTaskId. The task stays on its board: a group of another is a 404, and a task that is not in the group a 409. ${Parts.WHO_MAY.edit}`
    )
      .setPath(id)
      .setPayload(Parts.sent(Core.MoveTask, { groupId: anId, beforeTaskId: anId }))
      .addSuccess(Parts.enveloped("task", Task))
      .addError(Parts.BadRequest)
      .addError(Parts.MoveConflict)
  )
  .add(
    Parts.post(
      "moveToBoard",
      "/tasks/:id/move-to-board",
      "Move a task to another board",
      "To the end of the given group or of the board's first, with its comments, subtasks and time entries. columnValues are placed in the columns of the same name and type; lost names those without such a column, those in whose place a column that is bound to a field has another value, and labels that a strict column has no option for. Editors, admins and the workspace's owner, of both boards."
    )
      .setPath(id)
      .setPayload(Parts.sent(Core.MoveTaskToBoard, { boardId: anId, groupId: anId }))
      .addSuccess(Transferred)
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.create(
      "duplicate",
      "/tasks/:id/duplicate",
      "Duplicate a task",
      `Directly after it in its group, with its fields, assignees, columnValues and subtasks, not with its comments and time entries. ${Parts.WHO_MAY.edit}`
    )
      .setPath(id)
      .setPayload(Parts.sent(Duplicate.DuplicateTask, { name: "Sow peas again" }))
      .addSuccess(Parts.status(201, Parts.enveloped("task", Task)))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.create(
      "bulk",
      "/tasks/bulk",
      "Change many tasks",
      `Up to 200 operations on tasks of one board, in order, all or none. Each takes what the endpoint of its name takes. Later operations may name a new task by its ref. expect has fields, or columnValues.<id>, as the task must have them: a difference is a 409 with the current values. All problems are listed by path: first those of the input, then those of the board. The changes have one batchId, to undo them by. A bulk counts as one request, and one more for every 20 operations. API tokens need manage to delete. ${Parts.WHO_MAY.edit}`
    )
      .setPayload(Parts.sent(BulkCore.BulkTasks, aBulk))
      .addSuccess(BulkResult)
      .addError(Parts.BadRequest)
      .addError(Parts.BulkConflict)
      .annotate(Parts.LongResponse, true)
  )
  .add(Entries.addComment)
  .add(Entries.updateComment)
  .add(Entries.deleteComment)
  .add(Entries.addSubtask)
  .add(Entries.updateSubtask)
  .add(Entries.deleteSubtask)
  .add(Entries.addTimeEntry)
  .add(Entries.updateTimeEntry)
  .add(Entries.deleteTimeEntry)
  .addError(Parts.Forbidden)
  .addError(Parts.NotFound)
  .middleware(Parts.Session)
