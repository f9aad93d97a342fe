import { byId, show } from "./dom.js"
import { onSubmit } from "./form.js"
import { type AnswerOf, request } from "./request.js"
import { forgetToken, returnPath, showNotice, signOut, storeToken, token } from "./session.js"

const form = byId<HTMLFormElement>("signin")

const showForm = (): void => {
  byId("account").hidden = true
  byId("signed-out").hidden = false
}

// Shows whose the token of this tab is. A token that is not valid any more is forgotten.
const welcome = async (): Promise<void> => {
  const response = await request<AnswerOf<"accounts", "profile">>("/api/auth/me", { method: "GET", token: token() })
  if (!response.ok) {
    if (response.status === 401) forgetToken()
    return showForm()
  }
  const { email, name } = response.answer
  byId("signed-out").hidden = true
  byId("verified").textContent = ""
  byId("account").hidden = false
  show(byId("who"), `You are signed in as ${name} (${email}).`)
}

onSubmit<AnswerOf<"accounts", "signIn">>(form, {
  done: (answer) => {
    storeToken(answer.token)
    form.reset()
    location.assign(returnPath() || "/account")
  },
  refused: ({ code }) => {
    byId("unverified").hidden = code !== "EmailNotVerified"
  }
})

byId("sign-out").addEventListener("click", async () => {
  await signOut()
  showForm()
  byId("email").focus()
})

showNotice()
if (token()) void welcome()
