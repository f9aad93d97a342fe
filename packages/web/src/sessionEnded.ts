import { emailField, form } from "./form.js"
import { markup, type Markup } from "./markup.js"
import { usesPasswords } from "./singleSignOn.js"
import type { Site } from "./Site.js"

const passwordForm = form({
  id: "again",
  action: "/api/auth/signin",
  fields: [emailField, { name: "password", label: "Password", type: "password", autocomplete: "current-password" }],
  submit: "Sign in and go on"
})

/** Opens a window of its own: in this one what was entered would be lost. */
const elsewhere = ({ singleSignOn }: Site): Markup | null =>
  singleSignOn === undefined
    ? null
    : markup`<p class="hint" id="again-hint">It opens in another window. You go on here afterwards.</p>
<p><button type="button" id="again-elsewhere" aria-describedby="again-hint">${singleSignOn.button}</button></p>
`

/** The dialog of pages that write: it asks to sign in again where the session has ended, and nothing entered is lost. */
export const sessionEnded = (
  site: Site
): Markup => markup`<dialog id="session-ended" aria-labelledby="session-ended-title">
<h2 id="session-ended-title">Your session has ended</h2>
<p id="session-ended-why">Sign in again to go on with what you were doing.</p>
${elsewhere(site)}${usesPasswords(site) ? passwordForm : null}
<p><button class="quiet" type="button" id="again-cancel">Cancel</button></p>
</dialog>`
