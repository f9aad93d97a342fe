import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Workspace as Core } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
  described,
  Done,
  Forbidden,
  idOf,
  NotFound,
  paged,
  pageParameters,
  sent,
  Session,
  status,
  Tier,
  TimestampText,
  WHO_MAY,
  wrapped
} from "../apiParts.js"
import { aWorkspace } from "../examples.js"

const Workspace = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  icon: Schema.String.annotations({ description: "One emoji" }),
  color: Schema.String.annotations({ description: "#RRGGBB" }),
  ownerId: Schema.String,
  createdAt: TimestampText,
  updatedAt: TimestampText
}).annotations({ identifier: "Workspace", examples: [aWorkspace] })

const id = Schema.Struct({ id: idOf("the workspace") })

export const WorkspaceApi = HttpApiGroup.make("workspaces")
  .annotate(OpenApi.Description, "Groups of boards, each with one owner")
  .add(
    HttpApiEndpoint.get("list", "/workspaces")
      .annotateContext(
        described(
          "List the workspaces that the caller owns or has a board in",
          "The caller's own come first. Others are read-only and show only boards that are shared with the caller."
        )
      )
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(paged("workspaces", Workspace))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.get("get", "/workspaces/:id")
      .annotateContext(
        described("Get a workspace", "For its owner, and for everyone with access to one of its boards.")
      )
      .setPath(id)
      .addSuccess(Workspace)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("create", "/workspaces")
      .annotateContext(described("Create a workspace", "The caller becomes its owner."))
      .setPayload(sent(Core.CreateWorkspace, { name: "Garden", icon: "🌱", color: "#22c55e" }))
      .addSuccess(status(201, wrapped("workspace", Workspace)))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.patch("update", "/workspaces/:id")
      .annotateContext(described("Change a workspace", WHO_MAY.own))
      .setPath(id)
      .setPayload(sent(Core.UpdateWorkspace, { name: "Park" }))
      .addSuccess(wrapped("workspace", Workspace))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.del("delete", "/workspaces/:id")
      .annotateContext(described("Delete a workspace with its boards and tasks", `It cannot be undone. ${WHO_MAY.own}`))
      .setPath(id)
      .addSuccess(Done)
      .addError(Forbidden)
      .addError(NotFound)
      .annotate(Tier, "sensitive")
  )
  .middleware(Session)
