import { contentSecurityPolicy } from "../contentSecurityPolicy.js"
import { layout } from "../layout.js"
import { markup, type Markup } from "../markup.js"
import type { Page } from "../Page.js"
import type { Site } from "../Site.js"
import type { Texts } from "../text/en.js"
import { textsOf } from "../text/language.js"
import { timeOf } from "./timeOf.js"
import type { Entry, KeptMail, MailSource } from "./MailSource.js"
import { mailHtmlPath, SANDBOX } from "./mailHtml.js"
import { mailLink } from "./mailLink.js"
import { mailboxStyles } from "./mailboxStyles.js"
import { plainLine, plainText } from "./plain.js"

const fact = (name: string, value: Markup): Markup => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`

const facts = (mail: KeptMail, texts: Texts): Markup =>
  markup`<dl class="facts">${[
    fact(texts["mailbox.from"], markup`<bdi>${plainLine(mail.from)}</bdi>`),
    fact(texts["mailbox.to"], markup`<bdi>${plainLine(mail.to)}</bdi>`),
    fact(texts["mailbox.date"], timeOf(mail.date)),
    fact(texts["mailbox.file"], markup`<bdi>${plainLine(mail.file)}</bdi>`)
  ]}</dl>`

const action = (text: string, texts: Texts): Markup | null => {
  const link = mailLink(text)
  return link === null
    ? null
    : markup`<p class="act"><a class="button" href="${link.href}">${texts[link.label]}</a></p>`
}

const contentOf = (mail: KeptMail, texts: Texts): Markup =>
  markup`${facts(mail, texts)}
${action(mail.text, texts)}
<h2 id="as-text">${texts["mailbox.text"]}</h2>
<pre>${mail.text.trim() === "" ? texts["mailbox.none"] : plainText(mail.text.trimEnd())}</pre>
<h2 id="as-html">HTML</h2>
${
  mail.html === null
    ? markup`<p>${texts["mailbox.none"]}</p>`
    : markup`<iframe title="${texts["mailbox.frame"]}" sandbox="${SANDBOX}" src="${mailHtmlPath(mail.file)}"></iframe>`
}`

const titleOf = (entry: Entry, texts: Texts): string => {
  if (entry._tag === "Unreadable") return texts["mailbox.not"]
  return entry.subject.trim() === "" ? texts["mailbox.noSubject"] : plainLine(entry.subject)
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
    const texts = await textsOf(page)
    return layout(page, {
      ...(site === undefined ? {} : { site }),
      title: titleOf(entry, texts),
      wide: true,
      styles: mailboxStyles,
      script: "mailMessage",
      needsScript: false,
      body: markup`<p><a href="/mailbox">${texts["mailbox.all"]}</a></p>
${
  entry._tag === "Mail"
    ? contentOf(entry, texts)
    : markup`<p><bdi>${plainLine(entry.file)}</bdi></p>
<p>${texts[`mailbox.not.${entry.reason}`]}</p>`
}`
    })
  }
})
