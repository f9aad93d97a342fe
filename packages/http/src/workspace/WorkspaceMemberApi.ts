import { Board as Core } from "@boardwright/core"
import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { Invitation, Member, WorkspaceMember } from "../board/BoardSchemas.js"

const workspaceId = { id: Parts.idOf("the workspace") }
const id = Schema.Struct(workspaceId)
const member = Schema.Struct({ ...workspaceId, userId: Parts.idOf("the member's account") })
const invitation = Schema.Struct({ ...workspaceId, invitationId: Parts.idOf("the invitation") })

export const WorkspaceMemberApi = Parts.group(
  "workspaceMembers",
  "Members of a workspace, whose roles reach all its boards"
)
  .add(
    Parts.get("list", "/workspaces/:id/members", "List the owner and the members of a workspace", Parts.WHO_MAY.belong)
      .setPath(id)
      .setUrlParams(Schema.Struct(Parts.pageParameters))
      .addSuccess(Parts.paged("members", WorkspaceMember))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.create(
      "invite",
      "/workspaces/:id/members",
      "Invite someone to a workspace",
      `As POST /api/boards/:id/invite, to all boards. ${Parts.WHO_MAY.administer}`
    )
      .setPath(id)
      .setPayload(Parts.sent(Core.InviteMember, { email: "grace@example.com", role: "editor" }))
      .addSuccess(Parts.status(201, Parts.wrapped("invitation", Invitation)))
      .addSuccess(Parts.wrapped("invitation", Invitation))
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
  )
  .add(
    Parts.patch("update", "/workspaces/:id/members/:userId", "Change a member's role", Parts.WHO_MAY.administer)
      .setPath(member)
      .setPayload(Parts.sent(Core.UpdateMember, { role: "admin" }))
      .addSuccess(Parts.enveloped("member", Member))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.del(
      "remove",
      "/workspaces/:id/members/:userId",
      "Remove a member from a workspace",
      `Roles on its boards stay. ${Parts.WHO_MAY.administer} Any member may remove themselves.`
    )
      .setPath(member)
      .addSuccess(Parts.Done)
  )
  .add(
    Parts.get(
      "listInvitations",
      "/workspaces/:id/invitations",
      "List the pending invitations to a workspace",
      Parts.WHO_MAY.administer
    )
      .setPath(id)
      .setUrlParams(Schema.Struct(Parts.pageParameters))
      .addSuccess(Parts.paged("invitations", Invitation))
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.del(
      "withdraw",
      "/workspaces/:id/invitations/:invitationId",
      "Withdraw an invitation to a workspace",
      `Ends the access of the invited user. A 400 if it is no longer pending. ${Parts.WHO_MAY.administer}`
    )
      .setPath(invitation)
      .addSuccess(Parts.Done)
      .addError(Parts.BadRequest)
  )
  .add(
    Parts.post(
      "resend",
      "/workspaces/:id/invitations/:invitationId/resend",
      "Mail an invitation to a workspace again",
      `As for an invitation to a board. ${Parts.WHO_MAY.administer}`
    )
      .setPath(invitation)
      .addSuccess(Parts.enveloped("invitation", Invitation))
      .addError(Parts.BadRequest)
      .annotate(Parts.Tier, "sensitive")
  )
  .addError(Parts.Forbidden)
  .addError(Parts.NotFound)
  .middleware(Parts.Session)
