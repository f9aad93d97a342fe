import { emailField, type Field, form, newPasswordField, status } from "./form.js"
import { layout, links } from "./layout.js"
import { markup, type Markup } from "./markup.js"
import type { Page, PageRequest } from "./Page.js"
import { signedInSection, singleSignOnButton, usesPasswords } from "./singleSignOn.js"
import type { Site } from "./Site.js"
import type { Texts } from "./text/en.js"
import { textsOf } from "./text/language.js"

const fields = (invited: string | null, texts: Texts): ReadonlyArray<Field> => [
  { name: "name", label: texts["field.name"], type: "text", autocomplete: "name", maxLength: 255 },
  invited === null ? emailField(texts) : { ...emailField(texts), fixed: invited },
  { ...newPasswordField(texts), label: texts["field.password"] }
]

/** The address that the link in the mail of an invitation names; null without an invitation. */
const invitedAddress = ({ query }: PageRequest): string | null =>
  query.get("invitation") ? query.get("email") || null : null

const whereTheMailIs = ({ mailbox }: Site, texts: Texts): Markup =>
  mailbox
    ? markup`<p>${texts["signUp.inMailbox"]}</p>
<p class="actions"><a class="button" href="/mailbox" target="_blank" rel="noopener">${texts["link.mailbox"]}</a></p>`
    : markup`<p>${texts["signUp.mailSoon"]}</p>`

/** Where an account is created by signing in elsewhere. */
const withoutPasswords = (site: Site, page: PageRequest, texts: Texts): Promise<string> =>
  layout(page, {
    site,
    path: "/signup",
    title: texts["signUp.title"],
    body: markup`<p>${texts[invitedAddress(page) === null ? "signUp.first" : "signUp.first.invited"]}</p>
${status("said")}
<div id="signed-out">
${singleSignOnButton(site)}</div>
${signedInSection(texts)}`,
    script: "signin"
  })

/**
 * Makes an account, and says where the mail with the verification link is. By the link of an invitation the address is given,
 * and the board opens.
 */
export const signup = (site: Site): Page => ({
  path: "/signup",
  render: async (page) => {
    const texts = await textsOf(page)
    if (!usesPasswords(site)) return withoutPasswords(site, page, texts)
    const invited = invitedAddress(page)
    const submit = texts[invited === null ? "signUp.submit" : "signUp.submit.invited"]
    return layout(page, {
      site,
      path: "/signup",
      title: texts["signUp.title"],
      body: markup`${invited === null ? null : markup`<p id="invited">${texts["signUp.invited"]}</p>\n`}${singleSignOnButton(site)}${form({ id: "signup", action: "/api/auth/signup", fields: fields(invited, texts), submit })}
${status("sent")}
<div id="next" hidden>
${whereTheMailIs(site, texts)}
<p class="notice" id="resend-alert" role="alert" tabindex="-1"></p>
<p><button class="quiet" type="button" id="resend">${texts["signUp.resend"]}</button></p>
${links([["/signin", texts["signUp.signIn"]]])}
</div>
<div id="instead">${links([
        ["/signin", texts["signUp.hasAccount"]],
        ["/verify-error", texts["signUp.noMail"]]
      ])}</div>`,
      script: "signup"
    })
  }
})
