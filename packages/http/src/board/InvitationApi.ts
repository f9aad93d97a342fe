import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { Invitation, ReceivedInvitation } from "./BoardSchemas.js"

const ofBoard = Schema.Struct({ id: Parts.idOf("the board") })
const id = Schema.Struct({ id: Parts.idOf("the invitation") })

const answer = <const Name extends string>(name: Name, summary: string, effect: string) =>
  Parts.post(name, `/invitations/:id/${name}`, summary, `${effect} A 400 if it is no longer pending.`)
    .setPath(id)
    .addSuccess(Parts.enveloped("invitation", Invitation))
    .addError(Parts.Forbidden)
    .addError(Parts.NotFound)

export const InvitationApi = Parts.group("invitations", "Invitations to boards, and the answers to them")
  .add(
    Parts.get(
      "listMine",
      "/invitations",
      "List the caller's pending invitations",
      "Each has the name of its board or workspace."
    )
      .setUrlParams(Schema.Struct(Parts.pageParameters))
      .addSuccess(Parts.paged("invitations", ReceivedInvitation))
      .addError(Parts.Forbidden)
  )
  .add(
    Parts.get("listOfBoard", "/boards/:id/invitations", "List the pending invitations to a board", Parts.WHO_MAY.manage)
      .setPath(ofBoard)
      .setUrlParams(Schema.Struct(Parts.pageParameters))
      .addSuccess(Parts.paged("invitations", Invitation))
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
  )
  .add(answer("accept", "Accept an invitation", "Makes the invited user a member."))
  .add(answer("decline", "Decline an invitation", "Ends the access of the invited user."))
  .add(
    Parts.del(
      "withdraw",
      "/boards/:id/invitations/:invitationId",
      "Withdraw an invitation",
      `Ends the access of the invited user. A 400 if it is no longer pending. ${Parts.WHO_MAY.manage}`
    )
      .setPath(Schema.Struct({ id: Parts.idOf("the board"), invitationId: Parts.idOf("the invitation") }))
      .addSuccess(Parts.Done)
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
  )
  .add(
    Parts.post(
      "resend",
      "/boards/:id/invitations/:invitationId/resend",
      "Mail an invitation again",
      `With a new link, which replaces the earlier one and is open for 14 days. A 400 if it was by id, or is no longer pending. ${Parts.WHO_MAY.manage}`
    )
      .setPath(Schema.Struct({ id: Parts.idOf("the board"), invitationId: Parts.idOf("the invitation") }))
      .addSuccess(Parts.enveloped("invitation", Invitation))
      .addError(Parts.Forbidden)
      .addError(Parts.NotFound)
      .annotate(Parts.Tier, "sensitive")
  )
  .addError(Parts.BadRequest)
  .middleware(Parts.Session)
