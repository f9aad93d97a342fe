import { emailField, form, status } from "./form.js"
import { formScript } from "./formScript.js"
import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page } from "./Page.js"
import { sessionScript } from "./scripts/session.js"
import type { Site } from "./Site.js"

const script = `${formScript}${sessionScript}
const form = byId("signin")

const showForm = () => {
  byId("account").hidden = true
  byId("signed-out").hidden = false
}

// Says who the kept token belongs to. A token that is no longer good is forgotten.
const welcome = async () => {
  const { answer, ok, status } = await request("/api/auth/me", { method: "GET", token: token() })
  if (!ok) {
    if (status === 401) sessionStorage.removeItem(TOKEN)
    return showForm()
  }
  byId("signed-out").hidden = true
  byId("verified").textContent = ""
  byId("account").hidden = false
  show(byId("who"), "You are signed in as " + answer.name + " (" + answer.email + ").")
}

onSubmit(form, {
  done: (answer) => {
    sessionStorage.setItem(TOKEN, answer.token)
    form.reset()
    location.assign(take(RETURN) || "/account")
  },
  refused: ({ code }) => {
    byId("unverified").hidden = code !== "EmailNotVerified"
  }
})

byId("sign-out").addEventListener("click", () => {
  sessionStorage.removeItem(TOKEN)
  showForm()
  byId("email").focus()
})

const said = notice()
if (said !== "") show(byId("said"), said)
if (token()) welcome()
`

/** Signs in and keeps the token for this tab. `message` is shown only after a verification: anyone can make a link. */
export const signin = (site: Site): Page => ({
  path: "/signin",
  render: (page) =>
    layout(page, {
      site,
      path: "/signin",
      title: "Sign in",
      body: markup`${status("verified", page.query.get("verified") === "true" ? (page.query.get("message") ?? "") : "")}
${status("said")}
<div id="signed-out">
${form({
  id: "signin",
  action: "/api/auth/signin",
  fields: [emailField, { name: "password", label: "Password", type: "password", autocomplete: "current-password" }],
  submit: "Sign in"
})}
<p id="unverified" hidden><a href="/verify-error">Send the verification mail again</a></p>
${links([
  ["/forgot-password", "Forgot your password?"],
  ["/signup", "Create an account"]
])}
</div>
<section id="account" aria-label="Your account" hidden>
${status("who")}
<p class="actions"><a class="button" href="/account">Your account</a>
<button class="quiet" type="button" id="sign-out">Sign out</button></p>
</section>`,
      script
    })
})
