import type { ReceivedInvitation, User, Workspace } from "@boardwright/client"
import { busily, byId, hiddenText, make, plural, show, showProblem } from "./dom.js"
import { onSubmit } from "./form.js"
import { type AnswerOf, reasonOf } from "./request.js"
import { goTo, listenForSignIn, read, showNotice, signedOut, signOut, token, write } from "./session.js"
import { managesAll, roleAmong, roleIn, type WorkspaceRole } from "./standing.js"

type ListedBoard = AnswerOf<"boards", "list">["boards"][number]

let me: User
let invited: ReadonlyArray<ReceivedInvitation> = []
/** The boards of so many workspaces are listed at once, those of others on demand: each takes up to two requests. */
const AT_ONCE = 12

const STRENGTH = { viewer: 1, editor: 2, admin: 3 } as const

const roleText = (board: ListedBoard, standing: WorkspaceRole): string => {
  const role = roleAmong(board, me)
  if (standing === "owner") return role === null ? "in your workspace" : `your role: ${role}`
  const [, stronger] = [role, standing].toSorted((a, b) => (a ? STRENGTH[a] : 0) - (b ? STRENGTH[b] : 0))
  if (stronger) return `your role: ${stronger}`
  return invited.some(({ boardId }) => boardId === board.id) ? "you are invited" : "shared with you"
}

const boardItem = (board: ListedBoard, standing: WorkspaceRole): HTMLElement => {
  const id = encodeURIComponent(board.id)
  const webhooks = make("a", { href: `/account?webhooks=${id}` }, "Webhooks", hiddenText(` of ${board.name}`))
  return make(
    "li",
    {},
    make("a", { href: `/account?board=${id}` }, board.name),
    " ",
    make(
      "span",
      { class: "hint" },
      `${roleText(board, standing)}, ${plural(board.columns.length, "column", "columns")}`
    ),
    ...(managesAll(standing) || roleAmong(board, me) === "admin" ? [" ", webhooks] : [])
  )
}

/** What the user may do in a workspace; nothing that would be refused. */
const workspaceActions = (workspace: Workspace, standing: WorkspaceRole): HTMLElement => {
  const action = (view: string, text: string, of: string) => {
    const href = `/account?${view}=${encodeURIComponent(workspace.id)}`
    return make("a", { class: "button quiet small", href }, text, hiddenText(`${of} ${workspace.name}`))
  }
  if (standing === null) return make("p", { class: "hint" }, "Shared with you.")
  return make(
    "p",
    { class: "act" },
    ...(standing === "viewer" ? [] : [action("import", "Import a spreadsheet", " into")]),
    action("members", "Members", " of"),
    ...(managesAll(standing) ? [action("workspaceTrash", "Trash", " of")] : [])
  )
}

const fillCard = async (workspace: Workspace, into: HTMLElement): Promise<void> => {
  const [listed, standing] = await Promise.all([
    read<AnswerOf<"boards", "list">>(`/api/boards?workspaceId=${encodeURIComponent(workspace.id)}`),
    roleIn(workspace, me)
  ])
  if (listed === null) return
  if (!listed.ok) {
    const of = hiddenText(` to show the boards of ${workspace.name}`)
    const again = make("button", { type: "button", class: "quiet small" }, "Try again", of)
    again.addEventListener("click", () => void fillCard(workspace, into))
    return into.replaceChildren(
      make("p", { class: "error" }, `The boards cannot be shown: ${reasonOf(listed.answer)}`),
      make("p", { class: "act" }, again)
    )
  }
  const { boards } = listed.answer
  into.replaceChildren(
    boards.length === 0
      ? make("p", { class: "hint" }, "No boards yet.")
      : make(
          "ul",
          { class: "boards", "aria-label": `Boards of ${workspace.name}` },
          ...boards.map((board) => boardItem(board, standing))
        ),
    workspaceActions(workspace, standing)
  )
}

const workspaceCard = (workspace: Workspace, atOnce: boolean): HTMLElement => {
  const title = `workspace-${workspace.id}`
  const content = make("div")
  const icon = make("span", { class: "icon", "aria-hidden": "true" }, workspace.icon)
  icon.style.borderColor = workspace.color
  if (atOnce) {
    content.append(make("p", { class: "hint" }, "Loading the boards."))
    void fillCard(workspace, content)
  } else {
    const of = hiddenText(` of ${workspace.name}`)
    const open = make("button", { type: "button", class: "quiet small" }, "Show the boards", of)
    open.addEventListener("click", () => void fillCard(workspace, content))
    content.append(open)
  }
  return make(
    "div",
    { class: "workspace", role: "group", "aria-labelledby": title },
    make("h3", { id: title, tabindex: "-1" }, icon, " ", workspace.name),
    content
  )
}

const showWorkspaces = (workspaces: ReadonlyArray<Workspace>): void => {
  byId("workspace-list").replaceChildren(...workspaces.map((workspace, at) => workspaceCard(workspace, at < AT_ONCE)))
  byId("no-workspace").hidden = workspaces.length > 0
}

const answerInvitation = (invitation: ReceivedInvitation, verb: string, done: string, button: HTMLElement) =>
  busily(button, async () => {
    const response = await write(`/api/invitations/${encodeURIComponent(invitation.id)}/${verb}`)
    if (!response.ok) return showProblem(response.answer)
    byId("problem").textContent = ""
    await load()
    show(byId("said"), done)
  })

const invitationItem = (invitation: ReceivedInvitation): HTMLElement => {
  const { boardName, role, workspaceName } = invitation
  const name = boardName ?? workspaceName ?? ""
  const of = () => hiddenText(` the invitation to ${name}`)
  const accept = make("button", { type: "button", class: "small" }, "Accept", of())
  const decline = make("button", { type: "button", class: "quiet small" }, "Decline", of())
  accept.addEventListener("click", () =>
    answerInvitation(
      invitation,
      "accept",
      `You have joined the ${boardName === null ? "workspace" : "board"} ${name}.`,
      accept
    )
  )
  decline.addEventListener("click", () =>
    answerInvitation(invitation, "decline", `You have declined the invitation to ${name}.`, decline)
  )
  return make(
    "li",
    { id: `invitation-${invitation.id}`, tabindex: "-1" },
    make("span", {}, make("strong", {}, name), `, as ${role}`),
    make("span", { class: "act" }, accept, " ", decline)
  )
}

const showInvitations = (invitations: ReadonlyArray<ReceivedInvitation>): void => {
  byId("invitation-list").replaceChildren(...invitations.map(invitationItem))
  byId("invitations").hidden = invitations.length === 0
}

/** Moves to the invitation whose mail led here, or says that it is not open. */
const showWanted = (id: string): void => {
  const item = document.getElementById(`invitation-${id}`)
  if (item) item.focus()
  else {
    show(
      byId("said"),
      `The invitation is not open for ${me.email}. It was answered or withdrawn, or is for another address.`
    )
  }
}

const load = async (): Promise<void> => {
  const [user, workspaces, invitations] = await Promise.all([
    read<User>("/api/auth/me"),
    read<AnswerOf<"workspaces", "list">>("/api/workspaces"),
    read<AnswerOf<"invitations", "listMine">>("/api/invitations")
  ])
  if (user === null || workspaces === null || invitations === null) return
  byId("loading").hidden = true
  byId("retry").hidden = user.ok && workspaces.ok && invitations.ok
  if (!user.ok) return showProblem(user.answer)
  if (!workspaces.ok) return showProblem(workspaces.answer)
  if (!invitations.ok) return showProblem(invitations.answer)
  me = user.answer
  byId("who-name").textContent = me.name
  byId("who-email").textContent = me.email
  invited = invitations.answer.invitations
  showInvitations(invited)
  showWorkspaces(workspaces.answer.workspaces)
  byId("overview").hidden = false
}

byId("sign-out").addEventListener("click", async () => {
  await signOut()
  goTo("/signin", "You are signed out.")
})
byId("retry").addEventListener("click", () => location.reload())

const creating = byId<HTMLFormElement>("new-workspace")
onSubmit<AnswerOf<"workspaces", "create">>(creating, {
  send: (body) => write("/api/workspaces", body),
  done: ({ workspace }) => {
    creating.reset()
    byId("problem").textContent = ""
    byId("no-workspace").hidden = true
    const card = workspaceCard(workspace, true)
    byId("workspace-list").append(card)
    card.querySelector("h3")?.focus()
    byId("said").textContent = `The workspace ${workspace.name} is created.`
  }
})

if (token()) {
  listenForSignIn()
  showNotice()
  const wanted = new URLSearchParams(location.search).get("invitation")
  const open = async () => {
    await load()
    if (wanted !== null && !byId("overview").hidden) showWanted(wanted)
  }
  void open()
} else signedOut("Sign in to see your account.")
