import type { User } from "@boardwright/client"
import { deviceOf } from "./deviceOf.js"
import { busily, byId, hiddenText, make, saveFile, show, showProblem } from "./dom.js"
import { onSubmit } from "./form.js"
import { showLocalTimes } from "./localTimes.js"
import type { AnswerOf } from "./request.js"
import { forgetToken, goTo, read, startSignedIn, write } from "./session.js"

type Listed = AnswerOf<"accounts", "sessions">
type Session = Listed["sessions"][number]

const time = (instant: string): HTMLElement => make("time", { datetime: instant }, instant)

const end = (session: Session, device: string, button: HTMLElement): Promise<void> =>
  busily(button, async () => {
    const response = await write(`/api/auth/sessions/${encodeURIComponent(session.id)}`, undefined, "DELETE")
    if (!response.ok && response.status !== 404) return showProblem(response.answer)
    byId("problem").textContent = ""
    await list()
    show(byId("said"), `${device} is signed out.`)
  })

const sessionItem = (session: Session): HTMLElement => {
  const device = deviceOf(session.userAgent)
  const seen = make(
    "span",
    { class: "hint" },
    "Signed in ",
    time(session.createdAt),
    ", last used ",
    time(session.seenAt)
  )
  const what = make("div", {}, make("strong", {}, device), make("br"), seen)
  if (session.current) return make("li", {}, what, make("span", { class: "label" }, "This one"))
  const button = make("button", { type: "button", class: "quiet small" }, "Sign out", hiddenText(` ${device}`))
  button.addEventListener("click", () => end(session, device, button))
  return make("li", {}, what, make("span", { class: "act" }, button))
}

const showSessions = ({ pagination, sessions }: Listed): void => {
  const items = byId("sessions")
  items.replaceChildren(...sessions.map(sessionItem))
  showLocalTimes(items)
  const others = pagination.total - sessions.length
  byId("more-sessions").textContent = others > 0 ? `And ${others} more, which were last used before these.` : ""
}

const list = async (): Promise<void> => {
  const listed = await read<Listed>("/api/auth/sessions?limit=50")
  if (listed === null) return
  if (listed.ok) showSessions(listed.answer)
  else showProblem(listed.answer)
}

const KINDS = ["assigned", "mentioned", "due", "signIn"] as const
const box = (kind: (typeof KINDS)[number]) => byId<HTMLInputElement>(`mail-${kind}`)

const showProfile = ({ name, notifications, timezone }: User): void => {
  byId<HTMLInputElement>("name").value = name
  byId<HTMLInputElement>("timezone").value = timezone
  for (const kind of KINDS) box(kind).checked = notifications[kind] !== false
}

const start = async (): Promise<void> => {
  const [user, sessions] = await Promise.all([read<User>("/api/auth/me"), read<Listed>("/api/auth/sessions?limit=50")])
  if (user === null || sessions === null) return
  byId("loading").hidden = true
  byId("retry").hidden = user.ok && sessions.ok
  if (!user.ok) return showProblem(user.answer)
  if (!sessions.ok) return showProblem(sessions.answer)
  byId("who").textContent = user.answer.email
  showProfile(user.answer)
  showSessions(sessions.answer)
  byId("ready").hidden = false
}

byId("retry").addEventListener("click", () => location.reload())

const everywhere = byId("everywhere")
everywhere.addEventListener("click", () =>
  busily(everywhere, async () => {
    const response = await write("/api/auth/signout-everywhere")
    if (!response.ok) return showProblem(response.answer)
    forgetToken()
    goTo("/signin", "You are signed out everywhere.")
  })
)

onSubmit<AnswerOf<"accounts", "updateProfile">>(byId<HTMLFormElement>("profile"), {
  body: (fields) => ({
    ...fields,
    notifications: Object.fromEntries(KINDS.map((kind) => [kind, box(kind).checked]))
  }),
  send: (body) => write("/api/auth/me", body, "PATCH"),
  done: ({ user }) => {
    showProfile(user)
    show(byId("said"), "Your profile is saved.")
  }
})

const changing = byId<HTMLFormElement>("change-email")
onSubmit<AnswerOf<"accounts", "changeEmail">>(changing, {
  names: { email: "newEmail", password: "emailPassword" },
  body: ({ emailPassword, newEmail }) => ({ email: newEmail, password: emailPassword }),
  send: (body) => write("/api/auth/change-email", body),
  done: ({ message }) => {
    changing.reset()
    show(byId("said"), message)
  }
})

const download = byId("download")
download.addEventListener("click", () =>
  busily(download, async () => {
    const exported = await read<AnswerOf<"accounts", "exportOwn">>("/api/auth/me/export")
    if (exported === null) return
    if (!exported.ok) return showProblem(exported.answer)
    const text = JSON.stringify(exported.answer, null, 2)
    saveFile("boardwright-account.json", new Blob([text], { type: "application/json" }))
  })
)

onSubmit<AnswerOf<"accounts", "deleteOwn">>(byId<HTMLFormElement>("delete-account"), {
  names: { password: "deletePassword" },
  body: ({ deletePassword }) => ({ password: deletePassword }),
  send: (body) => write("/api/auth/me/delete", body),
  done: () => {
    forgetToken()
    goTo("/signin", "Your account is deleted.")
  }
})

startSignedIn(start, "Sign in to see your settings.")
