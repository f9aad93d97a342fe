import { emailField, type Field, form, newPasswordField, status } from "./form.js"
import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page } from "./Page.js"
import type { Site } from "./Site.js"

const fields: ReadonlyArray<Field> = [
  { name: "name", label: "Your name", type: "text", autocomplete: "name", maxLength: 255 },
  emailField,
  { ...newPasswordField, label: "Password" }
]

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
      script: "signup"
    })
})
