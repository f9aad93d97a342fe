import { byId, show } from "./dom.js"
import { checkPassword, onSubmit, showErrors, warnOfMostUsed } from "./form.js"
import { type AnswerOf, reasonOf, request } from "./request.js"
import { goTo, keepAddress, storeToken } from "./session.js"
import { german } from "./text/de.js"
import { documentLanguage, say, speakGerman } from "./text/say.js"
import { onVerified } from "./verified.js"

speakGerman(german)

// The token leaves the address bar before anything else happens: no history, screenshot or copied address has it.
const invitation = new URLSearchParams(location.search).get("invitation")
history.replaceState(null, "", location.pathname)

const form = byId<HTMLFormElement>("signup")
let email = ""

warnOfMostUsed(form)

/**
 * Signs in, accepts the invitation and opens its board, or the list of boards if it is to a workspace. What fails is left to the
 * page that is opened.
 */
const join = async (password: string, id: string, boardId: string | null): Promise<void> => {
  const signedIn = await request<AnswerOf<"accounts", "signIn">>("/api/auth/signin", { body: { email, password } })
  if (!signedIn.ok) return goTo("/signin", say("signUp.done"))
  const { token } = signedIn.answer
  storeToken(token)
  const accepted = await request(`/api/invitations/${encodeURIComponent(id)}/accept`, { token })
  if (!accepted.ok) return goTo("/app", say("signUp.notJoined", { reason: reasonOf(accepted.answer) }))
  if (boardId === null) return goTo("/app", say("signUp.joinedWorkspace"))
  goTo(`/app?board=${encodeURIComponent(boardId)}`, say("signUp.joinedBoard"))
}

/**
 * Signs in once the address is verified in another tab, so that nobody types the password twice. It stays in the memory of this
 * tab: a mail that was read elsewhere, or by a program, signs nobody in.
 */
const enterWhenVerified = (password: string): void =>
  onVerified(async () => {
    const signedIn = await request<AnswerOf<"accounts", "signIn">>("/api/auth/signin", { body: { email, password } })
    if (!signedIn.ok) return
    storeToken(signedIn.answer.token)
    location.assign("/app")
  })

onSubmit<AnswerOf<"accounts", "signUp">>(form, {
  body: (fields) => ({ ...fields, language: documentLanguage(), ...(invitation === null ? {} : { invitation }) }),
  check: ({ name = "", password }) => [
    ...(name.trim() === "" ? [["name", say("field.empty")] as const] : []),
    ...checkPassword(password)
  ],
  done: ({ invitation: verified }) => {
    email = byId<HTMLInputElement>("email").value.trim()
    const password = byId<HTMLInputElement>("password").value
    if (verified) return join(password, verified.id, verified.boardId)
    keepAddress(email)
    enterWhenVerified(password)
    form.reset()
    form.hidden = true
    byId("instead").hidden = true
    document.getElementById("invited")?.remove()
    byId("next").hidden = false
    show(byId("sent"), say("signUp.sent", { email }))
  },
  refused: ({ details = [] }) => {
    if (details.some(({ path }) => path[0] === "captchaToken")) {
      showErrors(form, [], say("signUp.captcha"))
    }
  }
})

byId("resend").addEventListener("click", async () => {
  const { answer, ok } = await request("/api/auth/resend-verification", { body: { email } })
  byId("resend-alert").textContent = ok ? "" : reasonOf(answer)
  if (ok) show(byId("sent"), say("signUp.sentAgain", { email }))
  else byId("resend-alert").focus()
})
