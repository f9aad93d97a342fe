import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { BadRequest, Done, enveloped, Forbidden, idOf, listOf, NotFound, pageParameters, Session } from "../contract.js"
import { WHO_MAY } from "../whoMay.js"
import { Invitation, ReceivedInvitation } from "./BoardSchemas.js"

const ofBoard = Schema.Struct({ id: idOf("the board") })
const id = Schema.Struct({ id: idOf("the invitation") })

/** Who is asked to join a board, and their answers. */
export const InvitationApi = HttpApiGroup.make("invitations")
  .annotate(OpenApi.Description, "Who is asked to join a board, and their answers")
  .add(
    HttpApiEndpoint.get("listMine", "/invitations")
      .annotate(OpenApi.Summary, "List the invitations that wait for one's answer")
      .annotate(OpenApi.Description, "Each with its board's name.")
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(listOf("invitations", ReceivedInvitation))
      .addError(BadRequest)
  )
  .add(
    HttpApiEndpoint.get("listOfBoard", "/boards/:id/invitations")
      .annotate(OpenApi.Summary, "List the invitations to a board that wait for an answer")
      .annotate(OpenApi.Description, WHO_MAY.manage)
      .setPath(ofBoard)
      .setUrlParams(Schema.Struct(pageParameters))
      .addSuccess(listOf("invitations", Invitation))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("accept", "/invitations/:id/accept")
      .annotate(OpenApi.Summary, "Accept an invitation")
      .annotate(OpenApi.Description, "Makes one a member. For whoever is invited; a 400 once it is answered.")
      .setPath(id)
      .addSuccess(enveloped("invitation", Invitation))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.post("decline", "/invitations/:id/decline")
      .annotate(OpenApi.Summary, "Decline an invitation")
      .annotate(OpenApi.Description, "Ends the access that it gave. For whoever is invited; a 400 once it is answered.")
      .setPath(id)
      .addSuccess(enveloped("invitation", Invitation))
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .add(
    HttpApiEndpoint.del("withdraw", "/boards/:id/invitations/:invitationId")
      .annotate(OpenApi.Summary, "Withdraw an invitation")
      .annotate(OpenApi.Description, `Ends the access that it gave; a 400 once it is answered. ${WHO_MAY.manage}`)
      .setPath(Schema.Struct({ id: idOf("the board"), invitationId: idOf("the invitation") }))
      .addSuccess(Done)
      .addError(BadRequest)
      .addError(Forbidden)
      .addError(NotFound)
  )
  .middleware(Session)
