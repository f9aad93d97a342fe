import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Board as Core, Import } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
  BodyLimit,
  BooleanParameter,
  Done,
  enveloped,
  Forbidden,
  idOf,
  listOf,
  NotFound,
  pageParameters,
  Session,
  status,
  Tier,
  wrapped,
  sent
} from "../contract.js"
import { anId } from "../examples.js"
import { WHO_MAY } from "../whoMay.js"
import { Board, Column, DryRun, Group, Imported } from "./BoardSchemas.js"

const id = Schema.Struct({ id: idOf("the board") })
const dryRun = Schema.optional(BooleanParameter).annotations({ description: "Whether to store nothing" })

export const BoardApi = HttpApiGroup.make("boards")
  .annotate(OpenApi.Description, "Boards with their groups and columns")
  .add(
    HttpApiEndpoint.get("list", "/boards")
      .annotate(OpenApi.Summary, "List the boards of a workspace that one may read")
      .annotate(OpenApi.Description, "A 403 where there is none and the workspace is someone else's.")
      .setUrlParams(Schema.Struct({ workspaceId: idOf("the workspace"), ...pageParameters }))
      .addSuccess(listOf("boards", Board))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.get("get", "/boards/:id")
      .annotate(OpenApi.Summary, "Get a board with its groups, columns and members")
      .annotate(OpenApi.Description, WHO_MAY.read)
      .setPath(id)
      .addSuccess(Board)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("create", "/boards")
      .annotate(OpenApi.Summary, "Create a board")
      .annotate(OpenApi.Description, `With one group, no column, and its maker as admin. ${WHO_MAY.own}`)
      .setPayload(sent(Core.CreateBoard, { name: "Spring", workspaceId: anId }))
      .addSuccess(status(201, wrapped("board", Board)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.patch("update", "/boards/:id")
      .annotate(OpenApi.Summary, "Change a board")
      .annotate(OpenApi.Description, WHO_MAY.manage)
      .setPath(id)
      .setPayload(
        sent(Core.UpdateBoard, { description: "What grows where", background: { type: "solid", value: "#f0fdf4" } })
      )
      .addSuccess(wrapped("board", Board))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.del("delete", "/boards/:id")
      .annotate(OpenApi.Summary, "Delete a board with its tasks")
      .annotate(OpenApi.Description, `For good. ${WHO_MAY.manage}`)
      .setPath(id)
      .addSuccess(Done)
      .addError(Forbidden)
      .addError(NotFound)
      .annotate(Tier, "sensitive")
  )
  .add(
    HttpApiEndpoint.post("import", "/boards/import")
      .annotate(OpenApi.Summary, "Import a spreadsheet as a new board")
      .annotate(
        OpenApi.Description,
        `All or nothing. With dryRun nothing is stored: a 200 says what an import would do. ${WHO_MAY.own}`
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
      .addError(Forbidden)
      .addError(NotFound)
      .annotate(Tier, "sensitive")
      .annotate(BodyLimit, 16 * 1024 * 1024)
  )
  .add(
    HttpApiEndpoint.post("addGroup", "/boards/:id/groups")
      .annotate(OpenApi.Summary, "Add a group to a board")
      .annotate(OpenApi.Description, WHO_MAY.edit)
      .setPath(id)
      .setPayload(sent(Core.AddGroup, { name: "Later", color: "#6366f1" }))
      .addSuccess(status(201, enveloped("group", Group)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("addColumn", "/boards/:id/columns")
      .annotate(OpenApi.Summary, "Add a column to a board")
      .annotate(
        OpenApi.Description,
        `A type is a label; status, person, text, date and priority are known. ${WHO_MAY.edit}`
      )
      .setPath(id)
      .setPayload(sent(Core.AddColumn, { name: "Notes", type: "text" }))
      .addSuccess(status(201, enveloped("column", Column)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.patch("updateColumn", "/boards/:boardId/columns/:columnId")
      .annotate(OpenApi.Summary, "Change a column")
      .annotate(OpenApi.Description, WHO_MAY.edit)
      .setPath(Schema.Struct({ boardId: idOf("the board"), columnId: idOf("the column") }))
      .setPayload(sent(Core.UpdateColumn, { width: 240 }))
      .addSuccess(enveloped("column", Column))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .middleware(Session)
