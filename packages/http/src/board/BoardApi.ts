import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Board as Core, Import } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
  BodyLimit,
  BooleanParameter,
  Done,
  enveloped,
  Forbidden,
  listOf,
  NotFound,
  pageParameters,
  Session,
  status,
  Tier,
  wrapped,
  sent
} from "../contract.js"
import { Board, Column, DryRun, Group, Imported } from "./BoardSchemas.js"

const id = Schema.Struct({ id: Schema.String })

export const BoardApi = HttpApiGroup.make("boards")
  .add(
    HttpApiEndpoint.get("list", "/boards")
      .setUrlParams(Schema.Struct({ workspaceId: Schema.String, ...pageParameters }))
      .addSuccess(listOf("boards", Board))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(HttpApiEndpoint.get("get", "/boards/:id").setPath(id).addSuccess(Board).addError(Forbidden).addError(NotFound))
  .add(
    HttpApiEndpoint.post("create", "/boards")
      .setPayload(sent(Core.CreateBoard))
      .addSuccess(status(201, wrapped("board", Board)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.patch("update", "/boards/:id")
      .setPath(id)
      .setPayload(sent(Core.UpdateBoard))
      .addSuccess(wrapped("board", Board))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.del("delete", "/boards/:id")
      .setPath(id)
      .addSuccess(Done)
      .addError(Forbidden)
      .addError(NotFound)
      .annotate(Tier, "sensitive")
  )
  .add(
    HttpApiEndpoint.post("import", "/boards/import")
      .setUrlParams(Schema.Struct({ dryRun: Schema.optional(BooleanParameter) }))
      .setPayload(sent(Import.BoardImport))
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
      .setPath(id)
      .setPayload(sent(Core.AddGroup))
      .addSuccess(status(201, enveloped("group", Group)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("addColumn", "/boards/:id/columns")
      .setPath(id)
      .setPayload(sent(Core.AddColumn))
      .addSuccess(status(201, enveloped("column", Column)))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.patch("updateColumn", "/boards/:boardId/columns/:columnId")
      .setPath(Schema.Struct({ boardId: Schema.String, columnId: Schema.String }))
      .setPayload(sent(Core.UpdateColumn))
      .addSuccess(enveloped("column", Column))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .middleware(Session)
