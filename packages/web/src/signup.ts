import { emailField, type Field, form, newPasswordField, status } from "./form.js"
import { formScript } from "./formScript.js"
import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page } from "./Page.js"
import { passwordScript } from "./scripts/password.js"
import type { Site } from "./Site.js"

const fields: ReadonlyArray<Field> = [
  { name: "name", label: "Your name", type: "text", autocomplete: "name", maxLength: 255 },
  emailField,
  { ...newPasswordField, label: "Password" }
]

const script = `${formScript}${passwordScript}
const form = byId("signup")
let email = ""

onSubmit(form, {
  check: ({ name, password }) => [
    ...(name.trim() === "" ? [["name", "must not be empty"]] : []),
    ...checkPassword(password)
  ],
  done: () => {
    email = byId("email").value.trim()
    form.reset()
    form.hidden = true
    byId("instead").hidden = true
    byId("next").hidden = false
    show(byId("sent"), "Your account is made. We sent a mail to " + email + ": open the link in it to verify your address.")
  },
  refused: ({ details }) => {
    const wantsCaptcha = Array.isArray(details) && details.some((detail) => detail.path?.[0] === "captchaToken")
    if (wantsCaptcha) showErrors(form, [], "This server asks for a CAPTCHA, which this page has not. Sign up in the app that uses it.")
  }
})

byId("resend").addEventListener("click", async () => {
  const { answer, ok } = await request("/api/auth/resend-verification", { body: { email } })
  byId("resend-alert").textContent = ok ? "" : answer.message ?? answer.error
  if (ok) show(byId("sent"), "We sent another mail to " + email + ".")
  else byId("resend-alert").focus()
})
`

const whereTheMailIs = ({ mailbox }: Site) =>
  mailbox
    ? markup`<p>This server sends its mails to nobody: they wait in its mailbox.</p>
<p class="actions"><a class="button" href="/mailbox">Open the mailbox</a></p>`
    : markup`<p>It comes within a minute, as a rule; look into the folder of unwanted mail, too. The link works for 24 hours.</p>`

/** Makes an account, and says where the mail with the verification link is. */
export const signup = (site: Site): Page => ({
  path: "/signup",
  render: (page) =>
    layout(page, {
      site,
      path: "/signup",
      title: "Create an account",
      body: markup`${form({ id: "signup", action: "/api/auth/signup", fields, submit: "Create account" })}
${status("sent")}
<div id="next" hidden>
${whereTheMailIs(site)}
<p class="notice" id="resend-alert" role="alert" tabindex="-1"></p>
<p><button class="quiet" type="button" id="resend">Send the mail again</button></p>
${links([["/signin", "Sign in, once your address is verified"]])}
</div>
<div id="instead">${links([
        ["/signin", "I have an account: sign in"],
        ["/verify-error", "The verification mail did not come"]
      ])}</div>`,
      script
    })
})
