import { emailField, form, passwordField } from "./form.js"
import { markup, type Markup } from "./markup.js"
import { usesPasswords } from "./singleSignOn.js"
import type { Site } from "./Site.js"
import type { Texts } from "./text/en.js"

const passwordForm = (texts: Texts): Markup =>
  form({
    id: "again",
    action: "/api/auth/signin",
    fields: [emailField(texts), passwordField(texts)],
    submit: texts["again.submit"]
  })

/** Opens a window of its own: in this one what was entered would be lost. */
const elsewhere = ({ singleSignOn }: Site, texts: Texts): Markup | null =>
  singleSignOn === undefined
    ? null
    : markup`<p class="hint" id="again-hint">${texts["again.elsewhere"]}</p>
<p><button type="button" id="again-elsewhere" aria-describedby="again-hint">${singleSignOn.button}</button></p>
`

/** The dialog of pages that write: it asks to sign in again where the session has ended, and nothing entered is lost. */
export const sessionEnded = (
  site: Site,
  texts: Texts
): Markup => markup`<dialog id="session-ended" aria-labelledby="session-ended-title">
<h2 id="session-ended-title">${texts["again.title"]}</h2>
<p id="session-ended-why">${texts["again.why"]}</p>
${elsewhere(site, texts)}${usesPasswords(site) ? passwordForm(texts) : null}
<p><button class="quiet" type="button" id="again-cancel">${texts["again.cancel"]}</button></p>
</dialog>`
