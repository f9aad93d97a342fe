import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Workspace as Core } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
  Done,
  Forbidden,
  listOf,
  NotFound,
  pageParameters,
  Session,
  status,
  Tier,
  TimestampText,
  wrapped,
  sent
} from "../contract.js"

export const Workspace = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  icon: Schema.String.annotations({ description: "One emoji" }),
  color: Schema.String.annotations({ description: "#RRGGBB" }),
  ownerId: Schema.String,
  createdAt: TimestampText,
  updatedAt: TimestampText
}).annotations({ identifier: "Workspace" })

const id = Schema.Struct({ id: Schema.String })

export const WorkspaceApi = HttpApiGroup.make("workspaces")
  .add(
    HttpApiEndpoint.get("list", "/workspaces")
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(listOf("workspaces", Workspace))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.get("get", "/workspaces/:id")
      .setPath(id)
      .addSuccess(Workspace)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("create", "/workspaces")
      .setPayload(sent(Core.CreateWorkspace))
      .addSuccess(status(201, wrapped("workspace", Workspace)))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.patch("update", "/workspaces/:id")
      .setPath(id)
      .setPayload(sent(Core.UpdateWorkspace))
      .addSuccess(wrapped("workspace", Workspace))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.del("delete", "/workspaces/:id")
      .setPath(id)
      .addSuccess(Done)
      .addError(Forbidden)
      .addError(NotFound)
      .annotate(Tier, "sensitive")
  )
  .middleware(Session)
