import { emailField, form, status } from "./form.js"
import { formScript } from "./formScript.js"
import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page } from "./Page.js"

const script = `${formScript}
const KEY = "boardwright.token"
const form = byId("signin")

const showForm = () => {
  byId("account").hidden = true
  byId("signed-out").hidden = false
}

const showAccount = ({ name, email }) => {
  byId("signed-out").hidden = true
  byId("verified").textContent = ""
  byId("account").hidden = false
  show(byId("who"), "You are signed in as " + name + " (" + email + ").")
}

// Says who the kept token belongs to. A token that is no longer good is forgotten.
const welcome = async () => {
  const { answer, ok, status } = await request("/api/auth/me", { method: "GET", token: sessionStorage.getItem(KEY) })
  if (ok) return showAccount(answer)
  if (status === 401) sessionStorage.removeItem(KEY)
  showForm()
  return answer
}

onSubmit(form, {
  done: async ({ token }) => {
    sessionStorage.setItem(KEY, token)
    form.reset()
    byId("unverified").hidden = true
    const refusal = await welcome()
    if (refusal) showRefusal(form, refusal)
  },
  refused: ({ error }) => {
    byId("unverified").hidden = error !== "Email not verified"
  }
})

byId("sign-out").addEventListener("click", () => {
  sessionStorage.removeItem(KEY)
  showForm()
  byId("email").focus()
})

if (sessionStorage.getItem(KEY)) welcome()
`

/** Signs in and keeps the token for this tab. `message` is shown only after a verification: anyone can make a link. */
export const signin: Page = {
  path: "/signin",
  render: (page) =>
    layout(page, {
      title: "Sign in",
      body: markup`${status("verified", page.query.get("verified") === "true" ? (page.query.get("message") ?? "") : "")}
<div id="signed-out">
${form({
  id: "signin",
  action: "/api/auth/signin",
  fields: [emailField, { name: "password", label: "Password", type: "password", autocomplete: "current-password" }],
  submit: "Sign in"
})}
<p id="unverified" hidden><a href="/verify-error">Send the verification mail again</a></p>
${links([["/forgot-password", "Forgot your password?"]])}
</div>
<section id="account" aria-label="Your account" hidden>
${status("who")}
<button type="button" id="sign-out">Sign out</button>
${links([["/forgot-password", "Change your password by mail"]])}
</section>`,
      script
    })
}
