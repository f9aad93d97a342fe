import { Facade } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { done, enveloped, paged } from "../responseBodies.js"
import type { InvitationApi } from "./InvitationApi.js"

const { invitations } = Facade.useCases

export const InvitationHandlers = handlers<typeof InvitationApi>()({
  listMine: ({ input, query }) => Effect.map(invitations.listMine.run(input()), paged("invitations", query)),
  listOfBoard: ({ input, path, query }) =>
    Effect.map(invitations.listOfBoard.run(path.id, input()), paged("invitations", query)),
  accept: ({ path }) => Effect.map(invitations.accept.run(path.id), enveloped("invitation")),
  decline: ({ path }) => Effect.map(invitations.decline.run(path.id), enveloped("invitation")),
  withdraw: ({ path }) => Effect.as(invitations.withdraw.run(path.id, path.invitationId), done("Invitation withdrawn"))
})
