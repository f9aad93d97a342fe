/** The account: who is signed in, the invitations that wait, the workspaces and their boards. */
export const overviewScript = `
let me
let invited = []
// Boards of so many workspaces are listed at once; those of others when they are asked for.
const AT_ONCE = 20

const roleOn = (board, workspace) => {
  const member = board.members.find(({ userId }) => userId === me.id)
  if (member) return "your role: " + member.role
  if (workspace.ownerId === me.id) return "in your workspace"
  return invited.some(({ boardId }) => boardId === board.id) ? "you are invited" : "shared with you"
}

const boardItem = (board, workspace) =>
  make("li", {},
    make("a", { href: "/account?board=" + encodeURIComponent(board.id) }, board.name),
    " ",
    make("span", { class: "hint" }, roleOn(board, workspace) + ", " + plural(board.columns.length, "column", "columns")))

const fillBoards = async (workspace, into) => {
  const listed = await read("/api/boards?workspaceId=" + encodeURIComponent(workspace.id))
  if (listed === null) return
  if (!listed.ok) {
    const again = make("button", { type: "button", class: "quiet small" }, "Try again", hiddenText(" to show the boards of " + workspace.name))
    again.addEventListener("click", () => fillBoards(workspace, into))
    return into.replaceChildren(make("p", { class: "error" }, "The boards cannot be shown: " + reasonOf(listed.answer)), make("p", { class: "act" }, again))
  }
  const { boards } = listed.answer
  into.replaceChildren(
    boards.length === 0
      ? make("p", { class: "hint" }, "No boards yet.")
      : make("ul", { class: "boards", "aria-label": "Boards of " + workspace.name }, ...boards.map((board) => boardItem(board, workspace)))
  )
}

const workspaceCard = (workspace, atOnce) => {
  const title = "workspace-" + workspace.id
  const boards = make("div", {})
  const owned = workspace.ownerId === me.id
  const icon = make("span", { class: "icon", "aria-hidden": "true" }, workspace.icon)
  icon.style.borderColor = workspace.color
  if (atOnce) {
    boards.append(make("p", { class: "hint" }, "Loading the boards."))
    fillBoards(workspace, boards)
  } else {
    const open = make("button", { type: "button", class: "quiet small" }, "Show the boards", hiddenText(" of " + workspace.name))
    open.addEventListener("click", () => fillBoards(workspace, boards))
    boards.append(open)
  }
  const into = "/account?import=" + encodeURIComponent(workspace.id)
  return make("div", { class: "workspace", role: "group", "aria-labelledby": title },
    make("h3", { id: title, tabindex: "-1" }, icon, " ", workspace.name),
    boards,
    owned
      ? make("p", { class: "act" }, make("a", { class: "button quiet small", href: into }, "Import a spreadsheet", hiddenText(" into " + workspace.name)))
      : make("p", { class: "hint" }, "Shared with you."))
}

const showWorkspaces = (workspaces) => {
  byId("workspace-list").replaceChildren(...workspaces.map((workspace, at) => workspaceCard(workspace, at < AT_ONCE)))
  byId("no-workspace").hidden = workspaces.length > 0
}

const answerInvitation = async (invitation, verb, done, button) => {
  if (button.getAttribute("aria-busy") === "true") return
  button.setAttribute("aria-busy", "true")
  const { answer, ok } = await write("/api/invitations/" + encodeURIComponent(invitation.id) + "/" + verb)
  button.removeAttribute("aria-busy")
  if (!ok) return showProblem(answer)
  byId("problem").textContent = ""
  await load()
  show(byId("said"), done)
}

const invitationItem = (invitation) => {
  const of = hiddenText(" the invitation to " + invitation.boardName)
  const accept = make("button", { type: "button", class: "small" }, "Accept", of)
  const decline = make("button", { type: "button", class: "quiet small" }, "Decline", of.cloneNode(true))
  const name = invitation.boardName
  accept.addEventListener("click", () => answerInvitation(invitation, "accept", "You have joined the board " + name + ".", accept))
  decline.addEventListener("click", () => answerInvitation(invitation, "decline", "You have declined the invitation to " + name + ".", decline))
  return make("li", {}, make("span", {}, make("strong", {}, name), ", as " + invitation.role), make("span", { class: "act" }, accept, " ", decline))
}

const showInvitations = (invitations) => {
  byId("invitation-list").replaceChildren(...invitations.map(invitationItem))
  byId("invitations").hidden = invitations.length === 0
}

const load = async () => {
  const answers = await Promise.all([read("/api/auth/me"), read("/api/workspaces"), read("/api/invitations")])
  if (answers.includes(null)) return
  byId("loading").hidden = true
  const refused = answers.find(({ ok }) => !ok)
  byId("retry").hidden = refused === undefined
  if (refused) return showProblem(refused.answer)
  me = answers[0].answer
  byId("who-name").textContent = me.name
  byId("who-email").textContent = me.email
  invited = answers[2].answer.invitations
  showInvitations(invited)
  showWorkspaces(answers[1].answer.workspaces)
  byId("overview").hidden = false
}

byId("sign-out").addEventListener("click", () => {
  sessionStorage.removeItem(TOKEN)
  goTo("/signin", "You are signed out.")
})
byId("retry").addEventListener("click", () => location.reload())

const creating = byId("new-workspace")
onSubmit(creating, {
  send: (body) => write("/api/workspaces", body),
  done: async ({ workspace }) => {
    creating.reset()
    byId("problem").textContent = ""
    byId("no-workspace").hidden = true
    const card = workspaceCard(workspace, true)
    byId("workspace-list").append(card)
    card.querySelector("h3").focus()
    byId("said").textContent = "The workspace " + workspace.name + " is made."
  }
})

const start = () => {
  listenForSignIn()
  const said = notice()
  if (said !== "") show(byId("said"), said)
  load()
}
if (token()) start()
else signedOut("Sign in to see your account.")
`
