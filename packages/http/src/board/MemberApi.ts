import { Board as Core } from "@boardwright/core"
import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { Invitation, Member } from "./BoardSchemas.js"

const id = Schema.Struct({ id: Parts.idOf("the board") })
const member = Schema.Struct({ id: Parts.idOf("the board"), userId: Parts.idOf("the member's account") })

export const MemberApi = Parts.group("members", "The members of a board")
  .add(
    Parts.create(
      "invite",
      "/boards/:id/invite",
      "Invite someone to a board",
      `By id, or anyone by email: they get a mail, and the response is the same whether or not an account has the address. A pending invitation gives the access of its role at once, until it is declined or withdrawn. If an invitation is pending, it gets the new role and the status is 200. Inviting a member or the workspace's owner is a 400. ${Parts.WHO_MAY.manage}`
    )
      .setPath(id)
      .setPayload(Parts.sent(Core.InviteMember, { email: "grace@example.com", role: "editor" }))
      .addSuccess(Parts.status(201, Parts.wrapped("invitation", Invitation)))
      .addSuccess(Parts.wrapped("invitation", Invitation))
      .annotate(Parts.Tier, "sensitive")
  )
  .add(
    Parts.patch(
      "update",
      "/boards/:id/members/:userId",
      "Change a member's role",
      `A 400 if no admin would be left. ${Parts.WHO_MAY.manage}`
    )
      .setPath(member)
      .setPayload(Parts.sent(Core.UpdateMember, { role: "admin" }))
      .addSuccess(Parts.enveloped("member", Member))
  )
  .add(
    Parts.del(
      "remove",
      "/boards/:id/members/:userId",
      "Remove a member from a board",
      `A 400 if no admin would be left. ${Parts.WHO_MAY.manage} Any member may remove themselves.`
    )
      .setPath(member)
      .addSuccess(Parts.Done)
  )
  .addError(Parts.BadRequest)
  .addError(Parts.Forbidden)
  .addError(Parts.NotFound)
  .middleware(Parts.Session)
