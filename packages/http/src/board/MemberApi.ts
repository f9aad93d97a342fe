import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Board as Core } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
  described,
  Done,
  enveloped,
  Forbidden,
  idOf,
  NotFound,
  sent,
  Session,
  status,
  Tier,
  WHO_MAY,
  wrapped
} from "../apiParts.js"
import { Invitation, Member } from "./BoardSchemas.js"

const id = Schema.Struct({ id: idOf("the board") })
const member = Schema.Struct({ id: idOf("the board"), userId: idOf("the member's account") })

export const MemberApi = HttpApiGroup.make("members")
  .annotate(OpenApi.Description, "The members of a board")
  .add(
    HttpApiEndpoint.post("invite", "/boards/:id/invite")
      .annotateContext(
        described(
          "Invite a user to a board",
          `By id or by email. If an invitation is pending, it gets the new role and the status is 200. Inviting a member or the workspace's owner is a 400. ${WHO_MAY.manage}`
        )
      )
      .setPath(id)
      .setPayload(sent(Core.InviteMember, { email: "grace@example.com", role: "editor" }))
      .addSuccess(status(201, wrapped("invitation", Invitation)))
      .addSuccess(wrapped("invitation", Invitation))
      .annotate(Tier, "sensitive")
  )
  .add(
    HttpApiEndpoint.patch("update", "/boards/:id/members/:userId")
      .annotateContext(described("Change a member's role", `A 400 if no admin would be left. ${WHO_MAY.manage}`))
      .setPath(member)
      .setPayload(sent(Core.UpdateMember, { role: "admin" }))
      .addSuccess(enveloped("member", Member))
  )
  .add(
    HttpApiEndpoint.del("remove", "/boards/:id/members/:userId")
      .annotateContext(
        described(
          "Remove a member from a board",
          `A 400 if no admin would be left. ${WHO_MAY.manage} Any member may remove themselves.`
        )
      )
      .setPath(member)
      .addSuccess(Done)
  )
  .addError(BadRequest)
  .addError(Forbidden)
  .addError(NotFound)
  .middleware(Session)
