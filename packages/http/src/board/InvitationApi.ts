import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Schema } from "effect"
import { BadRequest, Done, enveloped, Forbidden, listOf, NotFound, pageParameters, Session } from "../contract.js"
import { Invitation, ReceivedInvitation } from "./BoardSchemas.js"

const id = Schema.Struct({ id: Schema.String })

/** Who is asked to join a board, and their answers. */
export const InvitationApi = HttpApiGroup.make("invitations")
  .add(
    HttpApiEndpoint.get("listMine", "/invitations")
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(listOf("invitations", ReceivedInvitation))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.get("listOfBoard", "/boards/:id/invitations")
      .setPath(id)
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(listOf("invitations", Invitation))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
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
  .add(
    HttpApiEndpoint.del("withdraw", "/boards/:id/invitations/:invitationId")
      .setPath(Schema.Struct({ id: Schema.String, invitationId: Schema.String }))
      .addSuccess(Done)
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .middleware(Session)
