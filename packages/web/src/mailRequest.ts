import { emailField, form, status } from "./form.js"
import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page, PageRequest } from "./Page.js"
import type { Site } from "./Site.js"
import type { Texts } from "./text/en.js"
import { textsOf } from "./text/language.js"

/** Such a page: the texts that are its own, and the operation that its form calls. */
export interface MailRequest {
  readonly path: string
  readonly name: "forgotPassword" | "verifyError"
  readonly explanation: (query: PageRequest["query"]) => keyof Texts
  readonly action: string
}

/** A page that explains something and asks for an address to send a mail to. */
export const mailRequest = (site: Site, { action, explanation, name, path }: MailRequest): Page => ({
  path,
  render: async (page) => {
    const texts = await textsOf(page)
    const [submit, done] = [texts[`${name}.submit`], texts[`${name}.done`]]
    return layout(page, {
      site,
      title: texts[`${name}.title`],
      body: markup`<p>${texts[explanation(page.query)]}</p>
${form({ id: "request-mail", action, fields: [emailField(texts)], submit, done })}
${status("sent")}
${site.mailbox ? markup`<p class="actions" id="where" hidden><a class="button" href="/mailbox">${texts["link.mailbox"]}</a></p>` : null}
${links([["/signin", texts["signIn.back"]]])}`,
      script: "mailRequest"
    })
  }
})
