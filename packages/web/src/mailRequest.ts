import { emailField, form, status } from "./form.js"
import { layout, links } from "./layout.js"
import { markup } from "./markup.js"
import type { Page, PageRequest } from "./Page.js"
import type { Site } from "./Site.js"

/** What such a page says, and the operation that its form calls. */
export interface MailRequest {
  readonly path: string
  readonly title: string
  readonly explanation: (query: PageRequest["query"]) => string
  readonly action: string
  readonly submit: string
}

/** A page that explains something and asks for an address to send a mail to. */
export const mailRequest = (site: Site, { action, explanation, path, submit, title }: MailRequest): Page => ({
  path,
  render: (page) =>
    layout(page, {
      site,
      title,
      body: markup`<p>${explanation(page.query)}</p>
${form({ id: "request-mail", action, fields: [emailField], submit })}
${status("sent")}
${site.mailbox ? markup`<p class="actions" id="where" hidden><a class="button" href="/mailbox">Open the mailbox</a></p>` : null}
${links([["/signin", "Back to sign in"]])}`,
      script: "mailRequest"
    })
})
