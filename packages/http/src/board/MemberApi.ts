import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Board as Core } from "@boardwright/core"
import { Schema } from "effect"
import { BadRequest, Done, enveloped, Forbidden, NotFound, Session, status, Tier, wrapped, sent } from "../contract.js"
import { Invitation, Member } from "./BoardSchemas.js"

const id = Schema.Struct({ id: Schema.String })
const member = Schema.Struct({ id: Schema.String, userId: Schema.String })

/** Who is on a board. */
export const MemberApi = HttpApiGroup.make("members")
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
  .middleware(Session)
