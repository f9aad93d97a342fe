import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Board as Core } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
  Done,
  enveloped,
  Forbidden,
  idOf,
  NotFound,
  Session,
  status,
  Tier,
  wrapped,
  sent
} from "../contract.js"
import { WHO_MAY } from "../whoMay.js"
import { Invitation, Member } from "./BoardSchemas.js"

const id = Schema.Struct({ id: idOf("the board") })
const member = Schema.Struct({ id: idOf("the board"), userId: idOf("the member's account") })

/** Who is on a board. */
export const MemberApi = HttpApiGroup.make("members")
  .annotate(OpenApi.Description, "Who is on a board")
  .add(
    HttpApiEndpoint.post("invite", "/boards/:id/invite")
      .annotate(OpenApi.Summary, "Invite a user to a board")
      .annotate(
        OpenApi.Description,
        `By id or by email. Who is invited already keeps the invitation, with the new role and status 200. Who is a member, or owns the workspace, is a 400. ${WHO_MAY.manage}`
      )
      .setPath(id)
      .setPayload(sent(Core.InviteMember, { email: "grace@example.com", role: "editor" }))
      .addSuccess(status(201, wrapped("invitation", Invitation)))
      .addSuccess(wrapped("invitation", Invitation))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
      .annotate(Tier, "sensitive")
  )
  .add(
    HttpApiEndpoint.patch("update", "/boards/:id/members/:userId")
      .annotate(OpenApi.Summary, "Change a member's role")
      .annotate(OpenApi.Description, `A 400 where that leaves no admin. ${WHO_MAY.manage}`)
      .setPath(member)
      .setPayload(sent(Core.UpdateMember, { role: "admin" }))
      .addSuccess(enveloped("member", Member))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.del("remove", "/boards/:id/members/:userId")
      .annotate(OpenApi.Summary, "Remove a member from a board")
      .annotate(
        OpenApi.Description,
        `A 400 where that leaves no admin. ${WHO_MAY.manage} Every member may leave the board by naming themselves.`
      )
      .setPath(member)
      .addSuccess(Done)
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .middleware(Session)
