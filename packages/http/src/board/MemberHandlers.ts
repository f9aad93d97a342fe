import { Board } from "@boardwright/core"
import { Effect } from "effect"
import { handlers, Reply } from "../Handler.js"
import type { MemberApi } from "./MemberApi.js"

export const MemberHandlers = handlers<typeof MemberApi>()({
  invite: ({ input, path }) =>
    Effect.map(Board.inviteMember(path.id, input()), ({ created, invitation }) => {
      const body = { success: true as const, invitation }
      return created ? body : new Reply(200, body)
    }),
  update: ({ input, path }) =>
    Effect.map(Board.updateMember(path.id, path.userId, input()), (member) => ({
      success: true as const,
      member,
      data: member
    })),
  remove: ({ path }) =>
    Effect.as(Board.removeMember(path.id, path.userId), { success: true as const, message: "Member removed" })
})
