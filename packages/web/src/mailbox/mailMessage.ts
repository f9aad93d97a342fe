import { contentSecurityPolicy } from "../contentSecurityPolicy.js"
import { layout } from "../layout.js"
import { markup, type Markup } from "../markup.js"
import type { Page } from "../Page.js"
import type { Site } from "../Site.js"
import { timeOf } from "./timeOf.js"
import type { Entry, KeptMail, MailSource } from "./MailSource.js"
import { mailHtmlPath, SANDBOX } from "./mailHtml.js"
import { mailLink } from "./mailLink.js"
import { mailboxStyles } from "./mailboxStyles.js"
import { plainLine, plainText } from "./plain.js"

const fact = (name: string, value: Markup): Markup => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`

const facts = (mail: KeptMail): Markup =>
  markup`<dl class="facts">${[
    fact("From", markup`<bdi>${plainLine(mail.from)}</bdi>`),
    fact("To", markup`<bdi>${plainLine(mail.to)}</bdi>`),
    fact("Date", timeOf(mail.date)),
    fact("File", markup`<bdi>${plainLine(mail.file)}</bdi>`)
  ]}</dl>`

const action = (text: string): Markup | null => {
  const link = mailLink(text)
  return link === null ? null : markup`<p class="act"><a class="button" href="${link.href}">${link.label}</a></p>`
}

const contentOf = (mail: KeptMail): Markup =>
  markup`${facts(mail)}
${action(mail.text)}
<h2 id="as-text">Plain text</h2>
<pre>${mail.text.trim() === "" ? "There is none." : plainText(mail.text.trimEnd())}</pre>
<h2 id="as-html">HTML</h2>
${
  mail.html === null
    ? markup`<p>There is none.</p>`
    : markup`<iframe title="The mail as HTML" sandbox="${SANDBOX}" src="${mailHtmlPath(mail.file)}"></iframe>`
}`

const titleOf = (entry: Entry): string => {
  if (entry._tag === "Unreadable") return "Not a mail"
  return entry.subject.trim() === "" ? "(no subject)" : plainLine(entry.subject)
}

/** The address of a mail's own page. */
export const mailMessagePath = (file: string): string =>
  `/mailbox/message?file=${encodeURIComponent(file.toWellFormed())}`

/** One mail: who it is from and for, its link, its text, and its HTML in a frame that may do nothing but open links. */
export const mailMessage = (mails: MailSource, site?: Site): Page => ({
  path: "/mailbox/message",
  contentSecurityPolicy: (nonce) => `${contentSecurityPolicy(nonce)}; frame-src 'self'`,
  render: async (page) => {
    const entry = await mails.find(page.query.get("file") ?? "")
    if (entry === null) return null
    return layout(page, {
      ...(site === undefined ? {} : { site }),
      title: titleOf(entry),
      language: "en",
      wide: true,
      styles: mailboxStyles,
      script: "mailMessage",
      needsScript: false,
      body: markup`<p><a href="/mailbox">All mails</a></p>
${
  entry._tag === "Mail"
    ? contentOf(entry)
    : markup`<p>The file <bdi>${plainLine(entry.file)}</bdi> cannot be shown: ${plainLine(entry.reason)}.</p>`
}`
    })
  }
})
