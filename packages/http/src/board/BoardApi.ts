import { Board as Core, Duplicate, Import } from "@boardwright/core"
import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { anId } from "../examples.js"
import { Board, Column, DryRun, Group, Imported, Person } from "./BoardSchemas.js"
import { createCalendarLink, deleteCalendarLink, listCalendarLinks } from "./CalendarApi.js"
import { exportBoard } from "./exportBoardEndpoint.js"

const id = Schema.Struct({ id: Parts.idOf("the board") })
const dryRun = Schema.optional(Parts.BooleanParameter).annotations({ description: "Whether to store nothing" })

export const BoardApi = Parts.group("boards", "Boards with their groups and columns")
  .add(
    Parts.get(
      "list",
      "/boards",
      "List the boards of a workspace that the caller may read",
      "A 403 if there are none and the workspace is someone else's."
    )
      .setUrlParams(Schema.Struct({ workspaceId: Parts.idOf("the workspace"), ...Parts.pageParameters }))
      .addSuccess(Parts.paged("boards", Board))
      .addError(Parts.BadRequest)
      .annotate(Parts.CursorHeader, true)
  )
  .add(
    Parts.get("get", "/boards/:id", "Get a board with its groups, columns and members", Parts.WHO_MAY.read)
      .setPath(id)
      .addSuccess(Board)
      .annotate(Parts.CursorHeader, true)
      .annotate(Parts.EntityTag, "board")
  )
  .add(
    Parts.get(
      "people",
      "/boards/:id/people",
      "List everyone who appears on a board",
      `Members, the workspace's owner, invited users, assignees, authors of comments and time entries, and former members, in this order. An invitation by address has no name until it is accepted. ${Parts.WHO_MAY.read}`
    )
      .setPath(id)
      .setUrlParams(Schema.Struct(Parts.pageParameters))
      .addSuccess(Parts.paged("people", Person))
      .addError(Parts.BadRequest)
      .annotate(Parts.CursorHeader, true)
  )
  .add(exportBoard)
  .add(createCalendarLink)
  .add(listCalendarLinks)
  .add(deleteCalendarLink)
  .add(
    Parts.create(
      "create",
      "/boards",
      "Create a board",
      `It has one group, no columns, and the caller as admin. ${Parts.WHO_MAY.create}`
    )
      .setPayload(Parts.sent(Core.CreateBoard, { name: "Spring", workspaceId: anId }))
      .addSuccess(Parts.status(201, Parts.wrapped("board", Board)))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.patch("update", "/boards/:id", "Change a board", Parts.WHO_MAY.manage)
      .setPath(id)
      .setPayload(
        Parts.sent(Core.UpdateBoard, {
          description: "What grows where",
          background: { type: "solid", value: "#f0fdf4" }
        })
      )
      .addSuccess(Parts.wrapped("board", Board))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.del(
      "delete",
      "/boards/:id",
      "Delete a board with its tasks",
      `Moves it to the trash; permanent skips that, and cannot be undone. ${Parts.WHO_MAY.manage}`
    )
      .setPath(id)
      .setUrlParams(Parts.permanently)
      .addSuccess(Parts.Done)
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
  )
  .add(
    Parts.create(
      "duplicate",
      "/boards/:id/duplicate",
      "Duplicate a board",
      `In the same workspace, with its groups and columns and the caller as its only member. With withTasks also with its tasks and their subtasks, without comments and time entries: up to ${Duplicate.MAX_COPIED_TASKS} tasks of ${Duplicate.MAX_COPIED_LENGTH / 1024 / 1024} MiB. ${Parts.WHO_MAY.create}`
    )
      .setPath(id)
      .setPayload(Parts.sent(Duplicate.DuplicateBoard, { name: "Summer", withTasks: true }))
      .addSuccess(Parts.status(201, Parts.enveloped("board", Board)))
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
  )
  .add(
    Parts.create(
      "import",
      "/boards/import",
      "Import a spreadsheet as a new board",
      `All or nothing. With dryRun nothing is stored, and the 200 says what would be. A column with a field sets it and is no column of the board; one with binds false is bound to none; meanings are the values of its labels. Assignees are addresses of the workspace's people: its owner and members of its boards. With matchPeople their addresses, ids and names become users in columns of people, and the assignees in the first that binds. A checklist has lines or items between semicolons, with [x] and [ ]; a parent cell has another row's name, or its key in the column of keyIndex, and makes the row a subtask. An ambiguous due date is read if other dates show the order; other date cells are stored as sent. ${Parts.WHO_MAY.create}`
    )
      .setUrlParams(Schema.Struct({ dryRun }))
      .setPayload(
        Parts.sent(Import.BoardImport, {
          name: "Spring",
          workspaceId: anId,
          headers: ["Task", "Status", "Due", "Bed", "Steps"],
          columnMappings: [
            { index: 0, name: "Task", type: "text", isFirstColumn: true },
            { index: 1, name: "Status", type: "status" },
            { index: 2, name: "Due", type: "date" },
            { index: 3, field: "group" },
            { index: 4, field: "checklist" }
          ],
          rows: [{ "0": "Dig the beds", "1": "Done", "2": "2027-03-01", "3": "North", "4": "[x] Borrow a spade" }]
        })
      )
      .addSuccess(Parts.status(201, Imported))
      .addSuccess(DryRun)
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
      .annotate(Parts.BodyLimit, 16 * 1024 * 1024)
  )
  .add(
    Parts.create("addGroup", "/boards/:id/groups", "Add a group to a board", Parts.WHO_MAY.edit)
      .setPath(id)
      .setPayload(Parts.sent(Core.AddGroup, { name: "Later", color: "#6366f1" }))
      .addSuccess(Parts.status(201, Parts.enveloped("group", Group)))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.patch(
      "updateGroup",
      "/boards/:boardId/groups/:groupId",
      "Change or move a group",
      `With beforeGroupId it moves before another group, with null to the end; a group of another board is a 409. ${Parts.WHO_MAY.edit}`
    )
      .setPath(Schema.Struct({ boardId: Parts.idOf("the board"), groupId: Parts.idOf("the group") }))
      .setPayload(Parts.sent(Core.UpdateGroup, { name: "Soon", beforeGroupId: anId }))
      .addSuccess(Parts.enveloped("group", Group))
      .addError(Parts.BadRequest)
      .addError(Parts.MoveConflict)
  )
  .add(
    Parts.del(
      "deleteGroup",
      "/boards/:boardId/groups/:groupId",
      "Delete a group",
      `Its tasks move to the end of the group moveTasksTo, which is required if there are any. The last group stays. ${Parts.WHO_MAY.edit}`
    )
      .setPath(Schema.Struct({ boardId: Parts.idOf("the board"), groupId: Parts.idOf("the group") }))
      .setUrlParams(Schema.Struct({ moveTasksTo: Schema.optional(Parts.idOf("the group that gets the tasks")) }))
      .addSuccess(Parts.Done)
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.create(
      "addColumn",
      "/boards/:id/columns",
      "Add a column to a board",
      `A type is any label; status, priority, dropdown and labels have options. With field, the column and that field of the tasks are one value: writing one writes both. ${Parts.WHO_MAY.edit}`
    )
      .setPath(id)
      .setPayload(
        Parts.sent(Core.AddColumn, {
          name: "State",
          type: "status",
          field: "status",
          options: [{ label: "Done", value: "done" }]
        })
      )
      .addSuccess(Parts.status(201, Parts.enveloped("column", Column)))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.patch(
      "updateColumn",
      "/boards/:boardId/columns/:columnId",
      "Change or move a column",
      `With beforeColumnId it moves before another column, with null to the end; a column of another board is a 409. options are all of them in order: one with an id is kept, and its new label is written to all tasks. One that is left out and that tasks have needs another in replaceWith, by their ids. With knownOptions, the ids of those that you have seen, others stay: what somebody else has added meanwhile. ${Parts.WHO_MAY.edit}`
    )
      .setPath(Schema.Struct({ boardId: Parts.idOf("the board"), columnId: Parts.idOf("the column") }))
      .setPayload(Parts.sent(Core.UpdateColumn, { width: 240 }))
      .addSuccess(Parts.enveloped("column", Column))
      .addError(Parts.BadRequest)
      .addError(Parts.MoveConflict)
  )
  .add(
    Parts.del(
      "deleteColumn",
      "/boards/:boardId/columns/:columnId",
      "Delete a column with its values on all tasks",
      `Undoing that is a 409 if tasks had values. ${Parts.WHO_MAY.edit}`
    )
      .setPath(Schema.Struct({ boardId: Parts.idOf("the board"), columnId: Parts.idOf("the column") }))
      .addSuccess(Parts.Done)
  )
  .addError(Parts.Forbidden)
  .addError(Parts.NotFound)
  .middleware(Parts.Session)
