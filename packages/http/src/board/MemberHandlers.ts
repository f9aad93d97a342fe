import { Facade } from "@boardwright/core"
import { Effect } from "effect"
import { handlers, Reply } from "../Handler.js"
import { done, enveloped, wrapped } from "../responseBodies.js"
import type { MemberApi } from "./MemberApi.js"

const { members } = Facade.useCases

export const MemberHandlers = handlers<typeof MemberApi>()({
  invite: ({ input, path }) =>
    Effect.map(members.invite.run(path.id, input()), ({ created, invitation }) => {
      const body = wrapped("invitation")(invitation)
      return created ? body : new Reply(200, body)
    }),
  update: ({ input, path }) => Effect.map(members.update.run(path.id, path.userId, input()), enveloped("member")),
  remove: ({ path }) => Effect.as(members.remove.run(path.id, path.userId), done("Member removed"))
})
