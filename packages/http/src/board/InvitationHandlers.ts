import { Board } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { done, enveloped, paged } from "../responseBodies.js"
import type { InvitationApi } from "./InvitationApi.js"

export const InvitationHandlers = handlers<typeof InvitationApi>()({
  listMine: ({ input, query }) => Effect.map(Board.listMyInvitations(input()), paged("invitations", query)),
  listOfBoard: ({ input, path, query }) =>
    Effect.map(Board.listBoardInvitations(path.id, input()), paged("invitations", query)),
  accept: ({ path }) => Effect.map(Board.acceptInvitation(path.id), enveloped("invitation")),
  decline: ({ path }) => Effect.map(Board.declineInvitation(path.id), enveloped("invitation")),
  withdraw: ({ path }) => Effect.as(Board.withdrawInvitation(path.id, path.invitationId), done("Invitation withdrawn"))
})
