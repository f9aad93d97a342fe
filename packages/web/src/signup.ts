import { emailField, type Field, form, newPasswordField, status } from "./form.js"
import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page, PageRequest } from "./Page.js"
import { signedInSection, singleSignOnButton, usesPasswords } from "./singleSignOn.js"
import type { Site } from "./Site.js"

const fields = (invited: string | null): ReadonlyArray<Field> => [
  { name: "name", label: "Your name", type: "text", autocomplete: "name", maxLength: 255 },
  invited === null ? emailField : { ...emailField, fixed: invited },
  { ...newPasswordField, label: "Password" }
]

/** The address that the link in the mail of an invitation names; null without an invitation. */
const invitedAddress = ({ query }: PageRequest): string | null =>
  query.get("invitation") ? query.get("email") || null : null

const invitedMarkup = markup`<p>You are invited. Create an account with this address to join; the link in your mail has verified the address already.</p>
`

const whereTheMailIs = ({ mailbox }: Site) =>
  mailbox
    ? markup`<p>This server sends its mails to nobody: they wait in its mailbox.</p>
<p class="actions"><a class="button" href="/mailbox">Open the mailbox</a></p>`
    : markup`<p>It comes within a minute, as a rule; look into the folder of unwanted mail, too. The link works for 24 hours.</p>`

/** Where an account is created by signing in elsewhere. */
const withoutPasswords = (site: Site, page: PageRequest): Promise<string> =>
  layout(page, {
    site,
    path: "/signup",
    title: "Create an account",
    body: markup`<p>You get an account when you sign in for the first time${
      invitedAddress(page) === null ? "" : ". Use the address that you were invited by"
    }.</p>
${status("said")}
<div id="signed-out">
${singleSignOnButton(site)}</div>
${signedInSection}`,
    script: "signin"
  })

/**
 * Makes an account, and says where the mail with the verification link is. By the link of an invitation the address is given,
 * and the board opens.
 */
export const signup = (site: Site): Page => ({
  path: "/signup",
  render: (page) => {
    if (!usesPasswords(site)) return withoutPasswords(site, page)
    const invited = invitedAddress(page)
    const submit = invited === null ? "Create account" : "Create account and join"
    return layout(page, {
      site,
      path: "/signup",
      title: "Create an account",
      body: markup`${invited === null ? null : invitedMarkup}${singleSignOnButton(site)}${form({ id: "signup", action: "/api/auth/signup", fields: fields(invited), submit })}
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
  }
})
