import { Facade } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { invited } from "../board/BoardHandlers.js"
import { done, enveloped, paged, wrapped } from "../responseBodies.js"
import type { WorkspaceApi } from "./WorkspaceApi.js"
import type { WorkspaceMemberApi } from "./WorkspaceMemberApi.js"

const { workspaceMembers: members, workspaces } = Facade.useCases

export const WorkspaceHandlers = handlers<typeof WorkspaceApi>()({
  list: ({ input, query }) => Effect.map(workspaces.list.run(input()), paged("workspaces", query)),
  get: ({ path }) => workspaces.get.run(path.id),
  create: ({ input }) => Effect.map(workspaces.create.run(input()), wrapped("workspace")),
  duplicate: ({ input, path }) => Effect.map(workspaces.duplicate.run(path.id, input()), wrapped("workspace")),
  update: ({ input, path }) => Effect.map(workspaces.update.run(path.id, input()), wrapped("workspace")),
  delete: ({ path }) => Effect.as(workspaces.delete.run(path.id), done("Workspace deleted")),
  transfer: ({ input, path }) => Effect.map(workspaces.transfer.run(path.id, input()), wrapped("workspace"))
})

export const WorkspaceMemberHandlers = handlers<typeof WorkspaceMemberApi>()({
  list: ({ input, path, query }) => Effect.map(members.list.run(path.id, input()), paged("members", query)),
  invite: ({ input, path }) => Effect.map(members.invite.run(path.id, input()), invited),
  update: ({ input, path }) => Effect.map(members.update.run(path.id, path.userId, input()), enveloped("member")),
  remove: ({ path }) => Effect.as(members.remove.run(path.id, path.userId), done("Member removed")),
  listInvitations: ({ input, path, query }) =>
    Effect.map(members.listInvitations.run(path.id, input()), paged("invitations", query)),
  withdraw: ({ path }) => Effect.as(members.withdraw.run(path.id, path.invitationId), done("Invitation withdrawn")),
  resend: ({ path }) => Effect.map(members.resend.run(path.id, path.invitationId), enveloped("invitation"))
})
