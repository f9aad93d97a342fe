import { type Field, form, newPasswordField, status } from "./form.js"
import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page } from "./Page.js"
import type { Site } from "./Site.js"

const fields: ReadonlyArray<Field> = [
  newPasswordField,
  { name: "repeated", label: "New password again", type: "password", autocomplete: "new-password" }
]

/** Takes the new password. The token stays in the address, where the script takes it out: it is in no part of the page. */
export const resetPassword = (site: Site): Page => ({
  path: "/reset-password",
  render: (page) =>
    layout(page, {
      site,
      title: "Choose a new password",
      body: markup`${
        page.query.get("token")
          ? form({ id: "reset", action: "/api/auth/reset-password", fields, submit: "Change password" })
          : markup`<p>This address lacks its token. Open the link in the mail once more, or ask for a new one.</p>`
      }
${status("changed")}
<p id="next" hidden><a href="/signin">Sign in with the new password</a></p>
<div id="again">${links([["/forgot-password", "Send me a new link"]])}</div>`,
      script: "resetPassword"
    })
})
