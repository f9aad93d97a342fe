import { Board } from "@boardwright/core"
import { Effect } from "effect"
import { handlers, Reply } from "../Handler.js"
import { done, enveloped, wrapped } from "../responseBodies.js"
import type { MemberApi } from "./MemberApi.js"

export const MemberHandlers = handlers<typeof MemberApi>()({
  invite: ({ input, path }) =>
    Effect.map(Board.inviteMember(path.id, input()), ({ created, invitation }) => {
      const body = wrapped("invitation")(invitation)
      return created ? body : new Reply(200, body)
    }),
  update: ({ input, path }) => Effect.map(Board.updateMember(path.id, path.userId, input()), enveloped("member")),
  remove: ({ path }) => Effect.as(Board.removeMember(path.id, path.userId), done("Member removed"))
})
