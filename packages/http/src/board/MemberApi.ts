import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Board as Core } from "@boardwright/core"
import { Schema } from "effect"
import {
  BadRequest,
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
import { Invitation, Member, ReceivedInvitation } from "./BoardSchemas.js"

const id = Schema.Struct({ id: Schema.String })
const member = Schema.Struct({ id: Schema.String, userId: Schema.String })

/** Who is on a board, and who is asked to be. */
export const MemberApi = HttpApiGroup.make("member")
  .add(
    HttpApiEndpoint.post("invite", "/boards/:id/invite")
      .setPath(id)
      .setPayload(sent(Core.InviteMember))
      .addSuccess(status(201, wrapped("invitation", Invitation)))
      .addSuccess(wrapped("invitation", Invitation))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
      .annotate(Tier, "sensitive")
  )
  .add(
    HttpApiEndpoint.get("listInvitations", "/boards/:id/invitations")
      .setPath(id)
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(listOf("invitations", Invitation))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.del("withdrawInvitation", "/boards/:id/invitations/:invitationId")
      .setPath(Schema.Struct({ id: Schema.String, invitationId: Schema.String }))
      .addSuccess(Done)
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.patch("update", "/boards/:id/members/:userId")
      .setPath(member)
      .setPayload(sent(Core.UpdateMember))
      .addSuccess(enveloped("member", Member))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.del("remove", "/boards/:id/members/:userId")
      .setPath(member)
      .addSuccess(Done)
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.get("listMine", "/invitations")
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(listOf("invitations", ReceivedInvitation))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.post("accept", "/invitations/:id/accept")
      .setPath(id)
      .addSuccess(enveloped("invitation", Invitation))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("decline", "/invitations/:id/decline")
      .setPath(id)
      .addSuccess(enveloped("invitation", Invitation))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .middleware(Session)
