import { byId, show } from "./dom.js"
import { onSubmit } from "./form.js"
import { type AnswerOf, reasonOf, request } from "./request.js"
import {
  forgetToken,
  isRenewedSince,
  onSignIn,
  returnPath,
  showNotice,
  signOut,
  storeToken,
  takeAddress,
  token
} from "./session.js"
import { handOver } from "./signInWindow.js"
import { german } from "./text/de.js"
import { say, speakGerman } from "./text/say.js"
import { announceVerified } from "./verified.js"

speakGerman(german)

// Absent where passwords are switched off.
const form = document.querySelector<HTMLFormElement>("form#signin")

const showForm = (): void => {
  byId("account").hidden = true
  byId("signed-out").hidden = false
}

// Shows whose the token of this browser is. A token that is not valid any more is forgotten.
const welcome = async (): Promise<void> => {
  const sent = token()
  const response = await request<AnswerOf<"accounts", "profile">>("/api/auth/me", { method: "GET", token: sent })
  if (!response.ok) {
    if (response.status === 401 && !isRenewedSince(sent)) forgetToken()
    return showForm()
  }
  const { email, name } = response.answer
  byId("signed-out").hidden = true
  byId("verified").textContent = ""
  byId("account").hidden = false
  show(byId("who"), say("signIn.who", { name, email }))
}

const leave = (): void => location.assign(returnPath() || "/app")

const enter = ({ token }: AnswerOf<"accounts", "signIn">): void => {
  if (handOver(token)) {
    byId("signed-out").hidden = true
    return show(byId("said"), say("signIn.handedOver"))
  }
  storeToken(token)
  form?.reset()
  leave()
}

if (form) {
  byId<HTMLInputElement>("email").value ||= takeAddress()
  onSubmit<AnswerOf<"accounts", "signIn">>(form, {
    done: enter,
    refused: ({ code }) => {
      byId("unverified").hidden = code !== "EmailNotVerified"
    }
  })
}

/** Signs in by the code that the identity provider's page led back with. */
const exchange = async (code: string): Promise<void> => {
  const path = "/api/auth/oidc/token"
  const response = await request<AnswerOf<"accounts", "exchangeSignInCode">>(path, {
    body: { code },
    credentials: "same-origin"
  })
  if (response.ok) return enter(response.answer)
  const isOld = response.answer.code === "InvalidEmailToken"
  show(byId("failed"), isOld ? say("signIn.expired") : reasonOf(response.answer))
}

byId("sign-out").addEventListener("click", async () => {
  await signOut()
  showForm()
  document.querySelector<HTMLElement>("#email, #single-sign-on")?.focus()
})

showNotice()
onSignIn(() => {
  if (!byId("signed-out").hidden) leave()
})
const query = new URLSearchParams(location.search)
if (query.get("verified") === "true" && !token()) announceVerified()
// The code leaves the address bar before anything else happens.
const code = query.get("code")
if (code) {
  history.replaceState(null, "", location.pathname)
  void exchange(code)
} else if (token()) void welcome()
