import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import {
  BadRequest,
  described,
  Done,
  enveloped,
  Forbidden,
  idOf,
  NotFound,
  paged,
  pageParameters,
  Session,
  WHO_MAY
} from "../apiParts.js"
import { Invitation, ReceivedInvitation } from "./BoardSchemas.js"

const ofBoard = Schema.Struct({ id: idOf("the board") })
const id = Schema.Struct({ id: idOf("the invitation") })

export const InvitationApi = HttpApiGroup.make("invitations")
  .annotate(OpenApi.Description, "Invitations to boards, and the answers to them")
  .add(
    HttpApiEndpoint.get("listMine", "/invitations")
      .annotateContext(described("List the caller's pending invitations", "Each has its board's name."))
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(paged("invitations", ReceivedInvitation))
  )
  .add(
    HttpApiEndpoint.get("listOfBoard", "/boards/:id/invitations")
      .annotateContext(described("List the pending invitations to a board", WHO_MAY.manage))
      .setPath(ofBoard)
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(paged("invitations", Invitation))
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("accept", "/invitations/:id/accept")
      .annotateContext(
        described("Accept an invitation", "Makes the invited user a member. A 400 if it is no longer pending.")
      )
      .setPath(id)
      .addSuccess(enveloped("invitation", Invitation))
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("decline", "/invitations/:id/decline")
      .annotateContext(
        described("Decline an invitation", "Ends the access of the invited user. A 400 if it is no longer pending.")
      )
      .setPath(id)
      .addSuccess(enveloped("invitation", Invitation))
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.del("withdraw", "/boards/:id/invitations/:invitationId")
      .annotateContext(
        described(
          "Withdraw an invitation",
          `Ends the access of the invited user. A 400 if it is no longer pending. ${WHO_MAY.manage}`
        )
      )
      .setPath(Schema.Struct({ id: idOf("the board"), invitationId: idOf("the invitation") }))
      .addSuccess(Done)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .addError(BadRequest)
  .middleware(Session)
