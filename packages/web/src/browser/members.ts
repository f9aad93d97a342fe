import type { Role, User, Workspace } from "@boardwright/client"
import { actButton as button, askFirst, byId, make, show, showProblem } from "./dom.js"
import { onSubmit } from "./form.js"
import { invitedRow } from "./invitedRow.js"
import { type AnswerOf, reasonOf, type Response } from "./request.js"
import { goTo, read, startSignedIn, write } from "./session.js"
import { managesAll, roleText, type WorkspaceRole } from "./standing.js"

type Listed = AnswerOf<"workspaceMembers", "list">
type Member = Listed["members"][number]

const path = `/api/workspaces/${encodeURIComponent(new URLSearchParams(location.search).get("members") ?? "")}`

let me: User
let workspace: Workspace
let standing: WorkspaceRole = null

const nameOf = ({ name }: Member): string => name ?? "Someone"

/** Shows what has changed, or why it has not. */
const finish = async (done: Response<unknown>, text: string): Promise<void> => {
  if (!done.ok) return showProblem(done.answer)
  byId("problem").textContent = ""
  await load()
  show(byId("said"), text)
}

const pathOf = ({ userId }: Member): string => `${path}/members/${encodeURIComponent(userId)}`

const remove = async (member: Member): Promise<void> => {
  const name = nameOf(member)
  const text = `${name} can no longer open the boards of ${workspace.name}, but for those they are a member of.`
  if (!(await askFirst(`Remove ${name}?`, text, "Remove"))) return
  await finish(await write(pathOf(member), undefined, "DELETE"), `${name} is removed.`)
}

const leave = async (member: Member): Promise<void> => {
  const text = "You can no longer open its boards, but for those you are a member of."
  if (!(await askFirst(`Leave ${workspace.name}?`, text, "Leave"))) return
  const left = await write(pathOf(member), undefined, "DELETE")
  if (!left.ok) return showProblem(left.answer)
  goTo("/account", `You have left ${workspace.name}.`)
}

const handOver = async (member: Member): Promise<void> => {
  const name = nameOf(member)
  const text = `${name} becomes the owner of ${workspace.name}, and you become an admin. Only ${name} can then delete it or hand it over.`
  if (!(await askFirst(`Hand over to ${name}?`, text, "Hand over"))) return
  const done = await write(`${path}/transfer`, { userId: member.userId })
  await finish(done, `${name} owns ${workspace.name} now.`)
}

const roleChoice = (member: Member): ReadonlyArray<HTMLElement> => {
  const name = nameOf(member)
  const select = make("select", { "aria-label": `Role of ${name}`, autocomplete: "off" })
  for (const role of ["viewer", "editor", "admin"]) select.append(make("option", { value: role }, roleText(role)))
  select.value = member.role
  const change = async () => {
    const role = select.value
    await finish(await write(pathOf(member), { role }, "PATCH"), `${name} has the role ${role} now.`)
  }
  return [select, button("Change role", `of ${name}`, change)]
}

const memberItem = (member: Member): HTMLElement => {
  const isMe = member.userId === me.id
  const name = nameOf(member)
  const isOwner = member.role === "owner"
  const mayChange = managesAll(standing) && !isOwner
  const actions = [
    ...(mayChange ? roleChoice(member) : []),
    ...(standing === "owner" && member.role === "admin"
      ? [button("Hand over", `to ${name}`, () => handOver(member))]
      : []),
    ...(isMe && !isOwner ? [button("Leave", workspace.name, () => leave(member))] : []),
    ...(mayChange && !isMe ? [button("Remove", name, () => remove(member))] : [])
  ]
  const role = make("span", { class: mayChange ? "hint" : "label" }, roleText(member.role))
  const who = make("span", {}, make("strong", {}, name), isMe ? " (you)" : "", ...(mayChange ? [] : [" ", role]))
  return make("li", {}, who, ...(actions.length === 0 ? [] : [make("span", { class: "act" }, ...actions)]))
}

const REASONS: Readonly<Record<number, string>> = {
  403: "You are not a member of this workspace.",
  404: "There is no such workspace. It may have been deleted."
}

const refuse = (refused: Response<unknown>): void => {
  byId("retry").hidden = refused.status in REASONS
  showProblem({ message: REASONS[refused.status] ?? (refused.ok ? "" : reasonOf(refused.answer)) })
}

const showInvitations = async (): Promise<void> => {
  const listed = await read<AnswerOf<"workspaceMembers", "listInvitations">>(`${path}/invitations?limit=1000`)
  if (listed === null) return
  if (!listed.ok) return refuse(listed)
  byId("invitations").replaceChildren(...listed.answer.invitations.map((each) => invitedRow(each, path, finish)))
  byId("pending").hidden = listed.answer.invitations.length === 0
}

const load = async (): Promise<void> => {
  const [user, found, listed] = await Promise.all([
    read<User>("/api/auth/me"),
    read<Workspace>(path),
    read<Listed>(`${path}/members?limit=1000`)
  ])
  if (user === null || found === null || listed === null) return
  byId("loading").hidden = true
  if (!user.ok) return refuse(user)
  if (!found.ok) return refuse(found)
  if (!listed.ok) return refuse(listed)
  me = user.answer
  workspace = found.answer
  const { members } = listed.answer
  standing = members.find(({ userId }) => userId === me.id)?.role ?? null
  document.title = `Members of ${workspace.name} - Boardwright`
  byId("workspace-name").textContent = workspace.name
  byId("members").replaceChildren(...members.map(memberItem))
  byId("managing").hidden = !managesAll(standing)
  if (managesAll(standing)) await showInvitations()
  byId("ready").hidden = false
}

byId("retry").addEventListener("click", () => location.reload())

const inviting = byId<HTMLFormElement>("invite")
onSubmit<AnswerOf<"workspaceMembers", "invite">>(inviting, {
  names: { email: "invitee" },
  body: ({ invitee }): { readonly email: string; readonly role: Role } => ({
    email: invitee ?? "",
    role: byId<HTMLSelectElement>("role").value as Role
  }),
  send: (body) => write(`${path}/members`, body),
  done: async ({ invitation }) => {
    inviting.reset()
    await load()
    show(byId("said"), `${invitation.email ?? "They"} is invited by email.`)
  }
})

startSignedIn(load, "Sign in to see the members.")
