import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Board as Core, Import } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
  BodyLimit,
  BooleanParameter,
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
  Tier,
  WHO_MAY,
  wrapped
} from "../apiParts.js"
import { anId } from "../examples.js"
import { Board, Column, DryRun, Group, Imported } from "./BoardSchemas.js"

const id = Schema.Struct({ id: idOf("the board") })
const dryRun = Schema.optional(BooleanParameter).annotations({ description: "Whether to store nothing" })

export const BoardApi = HttpApiGroup.make("boards")
  .annotate(OpenApi.Description, "Boards with their groups and columns")
  .add(
    HttpApiEndpoint.get("list", "/boards")
      .annotateContext(
        described(
          "List the boards of a workspace that the caller may read",
          "A 403 if there are none and the workspace is someone else's."
        )
      )
      .setUrlParams(Schema.Struct({ workspaceId: idOf("the workspace"), ...pageParameters }))
      .addSuccess(paged("boards", Board))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.get("get", "/boards/:id")
      .annotateContext(described("Get a board with its groups, columns and members", WHO_MAY.read))
      .setPath(id)
      .addSuccess(Board)
  )
  .add(
    HttpApiEndpoint.post("create", "/boards")
      .annotateContext(
        described("Create a board", `It has one group, no columns, and the caller as admin. ${WHO_MAY.own}`)
      )
      .setPayload(sent(Core.CreateBoard, { name: "Spring", workspaceId: anId }))
      .addSuccess(status(201, wrapped("board", Board)))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.patch("update", "/boards/:id")
      .annotateContext(described("Change a board", WHO_MAY.manage))
      .setPath(id)
      .setPayload(
        sent(Core.UpdateBoard, { description: "What grows where", background: { type: "solid", value: "#f0fdf4" } })
      )
      .addSuccess(wrapped("board", Board))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.del("delete", "/boards/:id")
      .annotateContext(described("Delete a board with its tasks", `It cannot be undone. ${WHO_MAY.manage}`))
      .setPath(id)
      .addSuccess(Done)
      .annotate(Tier, "sensitive")
  )
  .add(
    HttpApiEndpoint.post("import", "/boards/import")
      .annotateContext(
        described(
          "Import a spreadsheet as a new board",
          `All or nothing. With dryRun nothing is stored, and the 200 describes what an import would do. ${WHO_MAY.own}`
        )
      )
      .setUrlParams(Schema.Struct({ dryRun }))
      .setPayload(
        sent(Import.BoardImport, {
          name: "Spring",
          workspaceId: anId,
          headers: ["Task", "Status", "Due"],
          columnMappings: [
            { index: 0, name: "Task", type: "text", isFirstColumn: true },
            { index: 1, name: "Status", type: "status" },
            { index: 2, name: "Due", type: "date" }
          ],
          rows: [{ "0": "Dig the beds", "1": "Done", "2": "2027-03-01" }]
        })
      )
      .addSuccess(status(201, Imported))
      .addSuccess(DryRun)
      .addError(BadRequest)
      .annotate(Tier, "sensitive")
      .annotate(BodyLimit, 16 * 1024 * 1024)
  )
  .add(
    HttpApiEndpoint.post("addGroup", "/boards/:id/groups")
      .annotateContext(described("Add a group to a board", WHO_MAY.edit))
      .setPath(id)
      .setPayload(sent(Core.AddGroup, { name: "Later", color: "#6366f1" }))
      .addSuccess(status(201, enveloped("group", Group)))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.post("addColumn", "/boards/:id/columns")
      .annotateContext(
        described(
          "Add a column to a board",
          `A type is any label; status, person, text, date and priority have a meaning. ${WHO_MAY.edit}`
        )
      )
      .setPath(id)
      .setPayload(sent(Core.AddColumn, { name: "Notes", type: "text" }))
      .addSuccess(status(201, enveloped("column", Column)))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.patch("updateColumn", "/boards/:boardId/columns/:columnId")
      .annotateContext(described("Change a column", WHO_MAY.edit))
      .setPath(Schema.Struct({ boardId: idOf("the board"), columnId: idOf("the column") }))
      .setPayload(sent(Core.UpdateColumn, { width: 240 }))
      .addSuccess(enveloped("column", Column))
      .addError(BadRequest)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .middleware(Session)
