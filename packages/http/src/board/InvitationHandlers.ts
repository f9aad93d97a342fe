import { Board } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { toList } from "../list.js"
import type { InvitationApi } from "./InvitationApi.js"

const enveloped = (invitation: Board.Invitation) => ({ success: true, invitation, data: invitation }) as const

export const InvitationHandlers = handlers<typeof InvitationApi>()({
  listMine: ({ input, query }) =>
    Effect.map(Board.listMyInvitations(input()), (listed) => toList("invitations", listed, query)),
  listOfBoard: ({ input, path, query }) =>
    Effect.map(Board.listBoardInvitations(path.id, input()), (listed) => toList("invitations", listed, query)),
  accept: ({ path }) => Effect.map(Board.acceptInvitation(path.id), enveloped),
  decline: ({ path }) => Effect.map(Board.declineInvitation(path.id), enveloped),
  withdraw: ({ path }) =>
    Effect.as(Board.withdrawInvitation(path.id, path.invitationId), {
      success: true as const,
      message: "Invitation withdrawn"
    })
})
