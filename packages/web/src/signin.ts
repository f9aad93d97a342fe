import { emailField, form, status } from "./form.js"
import { layout, links } from "./layout.js"
import { markup, type Markup } from "./markup.js"
import type { Page } from "./Page.js"
import { signedInSection, signInFailure, singleSignOnButton, usesPasswords } from "./singleSignOn.js"
import type { Site } from "./Site.js"

const passwordForm: Markup = markup`${form({
  id: "signin",
  action: "/api/auth/signin",
  fields: [emailField, { name: "password", label: "Password", type: "password", autocomplete: "current-password" }],
  submit: "Sign in"
})}
<p id="unverified" hidden><a href="/verify-error">Send the verification mail again</a></p>
${links([
  ["/forgot-password", "Forgot your password?"],
  ["/signup", "Create an account"]
])}`

/** Signs in for every tab of the browser. `message` is shown only after a verification: anyone can make a link. */
export const signin = (site: Site): Page => ({
  path: "/signin",
  render: (page) =>
    layout(page, {
      site,
      path: "/signin",
      title: "Sign in",
      body: markup`${status("verified", page.query.get("verified") === "true" ? (page.query.get("message") ?? "") : "")}
${status("said")}
${signInFailure(page)}
<div id="signed-out">
${singleSignOnButton(site)}${usesPasswords(site) ? passwordForm : null}
</div>
${signedInSection}`,
      script: "signin"
    })
})
