import { emailField, form, passwordField, status } from "./form.js"
import { layout, links } from "./layout.js"
import { markup, type Markup } from "./markup.js"
import type { Page, PageRequest } from "./Page.js"
import { signedInSection, signInFailure, singleSignOnButton, usesPasswords } from "./singleSignOn.js"
import type { Site } from "./Site.js"
import type { Texts } from "./text/en.js"
import { textsOf } from "./text/language.js"

const passwordForm = (texts: Texts): Markup => markup`${form({
  id: "signin",
  action: "/api/auth/signin",
  fields: [emailField(texts), passwordField(texts)],
  submit: texts["signIn.submit"]
})}
<p id="unverified" hidden><a href="/verify-error">${texts["signIn.unverified"]}</a></p>
${links([
  ["/forgot-password", texts["signIn.forgot"]],
  ["/signup", texts["signIn.create"]]
])}`

/** What is said after a verification. Not the link's own message, which anyone can write. */
const verifiedText = (page: PageRequest, texts: Texts): string =>
  page.query.get("verified") === "true" ? texts["signIn.verified"] : ""

/** Signs in for every tab of the browser. */
export const signin = (site: Site): Page => ({
  path: "/signin",
  render: async (page) => {
    const texts = await textsOf(page)
    return layout(page, {
      site,
      path: "/signin",
      title: texts["signIn.title"],
      body: markup`${status("verified", verifiedText(page, texts))}
${status("said")}
${signInFailure(page, texts)}
<div id="signed-out">
${singleSignOnButton(site)}${usesPasswords(site) ? passwordForm(texts) : null}
</div>
${signedInSection(texts)}`,
      script: "signin"
    })
  }
})
