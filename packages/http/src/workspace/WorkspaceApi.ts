import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Workspace as Core } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
  Done,
  Forbidden,
  idOf,
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
import { aWorkspace } from "../examples.js"
import { WHO_MAY } from "../whoMay.js"

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
  .annotate(OpenApi.Description, "What boards are grouped in; each has one owner")
  .add(
    HttpApiEndpoint.get("list", "/workspaces")
      .annotate(OpenApi.Summary, "List the workspaces that one owns or has a board in")
      .annotate(
        OpenApi.Description,
        "One's own come first. Others may be read only as far as a board in them is shared."
      )
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(listOf("workspaces", Workspace))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.get("get", "/workspaces/:id")
      .annotate(OpenApi.Summary, "Get a workspace")
      .annotate(OpenApi.Description, "For its owner, and for everyone on one of its boards.")
      .setPath(id)
      .addSuccess(Workspace)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("create", "/workspaces")
      .annotate(OpenApi.Summary, "Create a workspace")
      .annotate(OpenApi.Description, "Whoever makes it owns it.")
      .setPayload(sent(Core.CreateWorkspace, { name: "Garden", icon: "🌱", color: "#22c55e" }))
      .addSuccess(status(201, wrapped("workspace", Workspace)))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.patch("update", "/workspaces/:id")
      .annotate(OpenApi.Summary, "Change a workspace")
      .annotate(OpenApi.Description, WHO_MAY.own)
      .setPath(id)
      .setPayload(sent(Core.UpdateWorkspace, { name: "Park" }))
      .addSuccess(wrapped("workspace", Workspace))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.del("delete", "/workspaces/:id")
      .annotate(OpenApi.Summary, "Delete a workspace with everything in it")
      .annotate(OpenApi.Description, `For good: its boards and their tasks too. ${WHO_MAY.own}`)
      .setPath(id)
      .addSuccess(Done)
      .addError(Forbidden)
      .addError(NotFound)
      .annotate(Tier, "sensitive")
  )
  .middleware(Session)
