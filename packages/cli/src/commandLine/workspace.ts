import { argument, choice, command, json, remoteCommand, required, tools } from "./parameters.js"

const workspace = argument("ID|NAME", "The workspace")

const roles = ["admin", "editor", "viewer"] as const
const role = { ...choice(roles, "the role on all boards of the workspace"), optional: false } as const

const user = required("EMAIL|ID", "the member")

/** The commands of `boardwright workspace`. */
export const workspaceCommands = {
  list: remoteCommand("List the workspaces of all users, oldest first", async () => (await tools()).listWorkspaces, {
    flags: { json }
  }),
  members: command("List the owner and the members of a workspace", async () => (await tools()).listWorkspaceMembers, {
    flags: { json },
    positional: workspace
  }),
  invite: command(
    "Invite someone to a workspace by email; an account has the role from then on",
    async () => (await tools()).inviteToWorkspace,
    {
      flags: { email: required("EMAIL", "the email address, with or without an account"), role, json },
      positional: workspace
    }
  ),
  "set-role": command("Change the role of a member of a workspace", async () => (await tools()).setWorkspaceRole, {
    flags: { user, role, json },
    positional: workspace
  }),
  "remove-member": command(
    "End a membership of a workspace, or withdraw the invitation to it",
    async () => (await tools()).removeWorkspaceMember,
    { flags: { user, json }, positional: workspace }
  )
}
