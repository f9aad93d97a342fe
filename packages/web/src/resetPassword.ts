import { type Field, form, newPasswordField, status } from "./form.js"
import { layout, links } from "./layout.js"
import { markup, type Markup } from "./markup.js"
import type { Page } from "./Page.js"
import type { Site } from "./Site.js"
import type { Texts } from "./text/en.js"
import { textsOf } from "./text/language.js"

const fields = (texts: Texts): ReadonlyArray<Field> => [
  newPasswordField(texts),
  { name: "repeated", label: texts["field.repeated"], type: "password", autocomplete: "new-password" }
]

const passwordForm = (texts: Texts): Markup =>
  form({
    id: "reset",
    action: "/api/auth/reset-password",
    fields: fields(texts),
    submit: texts["resetPassword.submit"],
    done: texts["resetPassword.done"]
  })

/** Takes the new password. The token stays in the address, where the script takes it out: it is in no part of the page. */
export const resetPassword = (site: Site): Page => ({
  path: "/reset-password",
  render: async (page) => {
    const texts = await textsOf(page)
    return layout(page, {
      site,
      title: texts["resetPassword.title"],
      body: markup`${page.query.get("token") ? passwordForm(texts) : markup`<p>${texts["resetPassword.noToken"]}</p>`}
${status("changed")}
<p id="next" hidden><a href="/signin">${texts["resetPassword.signIn"]}</a></p>
<div id="again">${links([["/forgot-password", texts["resetPassword.again"]]])}</div>`,
      script: "resetPassword"
    })
  }
})
