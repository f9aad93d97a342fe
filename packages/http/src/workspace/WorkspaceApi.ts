import { Duplicate, Workspace as Core } from "@boardwright/core"
import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { aWorkspace, grace } from "../examples.js"

const Workspace = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  icon: Schema.String.annotations({ description: "One emoji" }),
  color: Schema.String.annotations({ description: "#RRGGBB" }),
  ownerId: Schema.String,
  role: Schema.NullOr(Schema.Literal("owner", "admin", "editor", "viewer")).annotations({
    description: "The caller's, also by a pending invitation; null if only boards of it are shared with the caller"
  }),
  createdAt: Parts.TimestampText,
  updatedAt: Parts.TimestampText
}).annotations({ identifier: "Workspace", examples: [aWorkspace] })

const id = Schema.Struct({ id: Parts.idOf("the workspace") })

export const WorkspaceApi = Parts.group("workspaces", "Groups of boards, each with one owner")
  .add(
    Parts.get(
      "list",
      "/workspaces",
      "List the workspaces that the caller owns, is a member of or has a board in",
      "The caller's own come first. Those of which the caller is not a member are read-only and show only boards that are shared with the caller."
    )
      .setUrlParams(Schema.Struct(Parts.pageParameters))
      .addSuccess(Parts.paged("workspaces", Workspace))
      .addError(Parts.BadRequest)
      .addError(Parts.Forbidden)
      .annotate(Parts.CursorHeader, true)
  )
  .add(
    Parts.get(
      "get",
      "/workspaces/:id",
      "Get a workspace",
      "For its owner and members, and for everyone with access to one of its boards."
    )
      .setPath(id)
      .addSuccess(Workspace)
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
      .annotate(Parts.CursorHeader, true)
  )
  .add(
    Parts.create("create", "/workspaces", "Create a workspace", "The caller becomes its owner.")
      .setPayload(Parts.sent(Core.CreateWorkspace, { name: "Garden", icon: "🌱", color: "#22c55e" }))
      .addSuccess(Parts.status(201, Parts.wrapped("workspace", Workspace)))
      .addError(Parts.BadRequest)
      .addError(Parts.Forbidden)
  )
  .add(
    Parts.create(
      "duplicate",
      "/workspaces/:id/duplicate",
      "Duplicate a workspace",
      `The caller owns the copy. It has copies of the boards, as duplicating them makes them: all or none, up to ${Duplicate.MAX_COPIED_BOARDS} boards with ${Duplicate.MAX_COPIED_PARTS} groups, columns and options, and with withTasks up to ${Duplicate.MAX_COPIED_TASKS} tasks of ${Duplicate.MAX_COPIED_LENGTH / 1024 / 1024} MiB. Members, invitations and webhooks are not copied. ${Parts.WHO_MAY.create}`
    )
      .setPath(id)
      .setPayload(Parts.sent(Duplicate.DuplicateWorkspace, { name: "Park", withTasks: true }))
      .addSuccess(Parts.status(201, Parts.wrapped("workspace", Workspace)))
      .addError(Parts.BadRequest)
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
      .annotate(Parts.Tier, "sensitive")
  )
  .add(
    Parts.patch("update", "/workspaces/:id", "Change a workspace", Parts.WHO_MAY.administer)
      .setPath(id)
      .setPayload(Parts.sent(Core.UpdateWorkspace, { name: "Park" }))
      .addSuccess(Parts.wrapped("workspace", Workspace))
      .addError(Parts.BadRequest)
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
  )
  .add(
    Parts.del(
      "delete",
      "/workspaces/:id",
      "Delete a workspace with its boards and tasks",
      `It cannot be undone. ${Parts.WHO_MAY.own}`
    )
      .setPath(id)
      .addSuccess(Parts.Done)
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
      .annotate(Parts.Tier, "sensitive")
  )
  .add(
    Parts.post(
      "transfer",
      "/workspaces/:id/transfer",
      "Hand a workspace over to one of its admins",
      `Who owned it becomes an admin. A 400 for a member who is not an admin. ${Parts.WHO_MAY.own}`
    )
      .setPath(id)
      .setPayload(Parts.sent(Core.TransferWorkspace, { userId: grace }))
      .addSuccess(Parts.wrapped("workspace", Workspace))
      .addError(Parts.BadRequest)
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
      .annotate(Parts.Tier, "sensitive")
  )
  .middleware(Parts.Session)
