import { type Board as Core, Facade, Values } from "@boardwright/core"
import { Effect } from "effect"
import { handlers, Reply } from "../Handler.js"
import { done, enveloped, paged, wrapped } from "../responseBodies.js"
import type { BoardApi } from "./BoardApi.js"
import type { CalendarApi } from "./CalendarApi.js"
import type { InvitationApi } from "./InvitationApi.js"
import type { MemberApi } from "./MemberApi.js"
import { sendBoard } from "./sendBoard.js"
import { createCalendarLink, sendCalendar } from "./sendCalendar.js"

const { boards, invitations, members } = Facade.useCases

export const BoardHandlers = handlers<typeof BoardApi>()({
  list: ({ input, query }) => Effect.map(boards.list.run(input()), paged("boards", query)),
  get: ({ path }) => boards.get.run(path.id),
  people: ({ input, path, query }) => Effect.map(boards.people.run(path.id, input()), paged("people", query)),
  export: sendBoard,
  createCalendarLink,
  listCalendarLinks: ({ input, path, query }) =>
    Effect.map(boards.listCalendarLinks.run(path.id, input()), paged("calendarLinks", query)),
  deleteCalendarLink: ({ path }) =>
    Effect.as(boards.deleteCalendarLink.run(path.id, path.linkId), done("Calendar link revoked")),
  create: ({ input }) => Effect.map(boards.create.run(input()), wrapped("board")),
  update: ({ input, path }) => Effect.map(boards.update.run(path.id, input()), wrapped("board")),
  delete: ({ input, path }) => Effect.as(boards.delete.run(path.id, input()), done("Board deleted")),
  duplicate: ({ input, path }) => Effect.map(boards.duplicate.run(path.id, input()), enveloped("board")),
  import: Effect.fnUntraced(function* ({ input, query }) {
    const dryRun = query["dryRun"] ?? false
    if (typeof dryRun !== "boolean") return yield* Values.invalid(["dryRun"], "must be true or false")
    const { board, ...rest } = yield* boards.import.run(input(), { dryRun })
    if (board === null) return new Reply(200, { ...enveloped("board")(board), ...rest })
    return { ...enveloped("board")(board), ...rest }
  }),
  addGroup: ({ input, path }) => Effect.map(boards.addGroup.run(path.id, input()), enveloped("group")),
  updateGroup: ({ input, path }) =>
    Effect.map(boards.updateGroup.run(path.boardId, path.groupId, input()), enveloped("group")),
  deleteGroup: ({ input, path }) =>
    Effect.as(boards.deleteGroup.run(path.boardId, path.groupId, input()), done("Group deleted")),
  addColumn: ({ input, path }) => Effect.map(boards.addColumn.run(path.id, input()), enveloped("column")),
  updateColumn: ({ input, path }) =>
    Effect.map(boards.updateColumn.run(path.boardId, path.columnId, input()), enveloped("column")),
  deleteColumn: ({ path }) => Effect.as(boards.deleteColumn.run(path.boardId, path.columnId), done("Column deleted"))
})

export const CalendarHandlers = handlers<typeof CalendarApi>()({ feed: sendCalendar })

/** The response to who invites: 200 if the invitation was pending. */
export const invited = ({ created, invitation }: { created: boolean; invitation: Core.ShownInvitation }) => {
  const body = wrapped("invitation")(invitation)
  return created ? body : new Reply(200, body)
}

export const MemberHandlers = handlers<typeof MemberApi>()({
  invite: ({ input, path }) => Effect.map(members.invite.run(path.id, input()), invited),
  update: ({ input, path }) => Effect.map(members.update.run(path.id, path.userId, input()), enveloped("member")),
  remove: ({ path }) => Effect.as(members.remove.run(path.id, path.userId), done("Member removed"))
})

export const InvitationHandlers = handlers<typeof InvitationApi>()({
  listMine: ({ input, query }) => Effect.map(invitations.listMine.run(input()), paged("invitations", query)),
  listOfBoard: ({ input, path, query }) =>
    Effect.map(invitations.listOfBoard.run(path.id, input()), paged("invitations", query)),
  accept: ({ path }) => Effect.map(invitations.accept.run(path.id), enveloped("invitation")),
  decline: ({ path }) => Effect.map(invitations.decline.run(path.id), enveloped("invitation")),
  withdraw: ({ path }) => Effect.as(invitations.withdraw.run(path.id, path.invitationId), done("Invitation withdrawn")),
  resend: ({ path }) => Effect.map(invitations.resend.run(path.id, path.invitationId), enveloped("invitation"))
})
