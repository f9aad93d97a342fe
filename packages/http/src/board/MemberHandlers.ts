import { Board } from "@boardwright/core"
import { Effect } from "effect"
import { handlers, Reply } from "../Handler.js"
import { toList } from "../list.js"
import type { MemberApi } from "./MemberApi.js"

const enveloped = (invitation: Board.Invitation) => ({ success: true, invitation, data: invitation }) as const
const done = (message: string) => ({ success: true, message }) as const

export const MemberHandlers = handlers<typeof MemberApi>()({
  invite: ({ input, path }) =>
    Effect.map(Board.inviteMember(path.id, input()), ({ created, invitation }) => {
      const body = { success: true as const, invitation }
      return created ? body : new Reply(200, body)
    }),
  listInvitations: ({ input, path, query }) =>
    Effect.map(Board.listBoardInvitations(path.id, input()), (listed) => toList("invitations", listed, query)),
  withdrawInvitation: ({ path }) =>
    Effect.as(Board.withdrawInvitation(path.id, path.invitationId), done("Invitation withdrawn")),
  update: ({ input, path }) =>
    Effect.map(Board.updateMember(path.id, path.userId, input()), (member) => ({
      success: true as const,
      member,
      data: member
    })),
  remove: ({ path }) => Effect.as(Board.removeMember(path.id, path.userId), done("Member removed")),
  listMine: ({ input, query }) =>
    Effect.map(Board.listMyInvitations(input()), (listed) => toList("invitations", listed, query)),
  accept: ({ path }) => Effect.map(Board.acceptInvitation(path.id), enveloped),
  decline: ({ path }) => Effect.map(Board.declineInvitation(path.id), enveloped)
})
