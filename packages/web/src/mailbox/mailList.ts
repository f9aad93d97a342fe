import { layout } from "../layout.js"
import { markup, type Markup } from "../markup.js"
import type { Page } from "../Page.js"
import type { Site } from "../Site.js"
import { timeOf } from "./timeOf.js"
import type { Entry, KeptMail, MailSource } from "./MailSource.js"
import { mailLink } from "./mailLink.js"
import { mailMessagePath } from "./mailMessage.js"
import { mailboxStyles } from "./mailboxStyles.js"
import { plainLine } from "./plain.js"

const linkOf = ({ text, to }: KeptMail): Markup | null => {
  const link = mailLink(text)
  if (link === null) return null
  // The label comes first, so that it is also what one says to open it; the rest tells such links apart.
  return markup`<a class="button" href="${link.href}" aria-label="${link.label} of ${plainLine(to)}">${link.label}</a>`
}

const mailItem = (mail: KeptMail): Markup =>
  markup`<li data-file="${mail.file}">
<div class="about">
<h2><a href="${mailMessagePath(mail.file)}"><bdi>${mail.subject.trim() === "" ? "(no subject)" : plainLine(mail.subject)}</bdi></a></h2>
<p>To <bdi>${plainLine(mail.to)}</bdi></p>
<p class="hint">${timeOf(mail.date)}</p>
</div>
${linkOf(mail)}
</li>`

const item = (entry: Entry): Markup =>
  entry._tag === "Mail"
    ? mailItem(entry)
    : markup`<li data-file="${entry.file}">
<div class="about">
<h2><bdi>${plainLine(entry.file)}</bdi></h2>
<p>Not shown as a mail: ${plainLine(entry.reason)}.</p>
</div>
</li>`

const counted = (listed: number, total: number): Markup | null =>
  listed < total
    ? markup`<p class="hint">These are the ${String(listed)} newest of ${String(total)} files in the folder <code>outbox</code>.</p>`
    : null

const empty = (hidden: boolean, site: Site | undefined): Markup =>
  markup`<div id="empty"${hidden ? markup` hidden` : null}><h2>No mails yet</h2>
<p>When someone ${site === undefined ? "signs up" : markup`<a href="/signup">signs up</a>`} or asks for a new password,
the mail with the link appears here.</p></div>`

/** The mails that were kept, newest first. New ones appear by themselves while the page is looked at. */
export const mailList = (mails: MailSource, site?: Site): Page => ({
  path: "/mailbox",
  render: async (page) => {
    const after = page.query.get("after") ?? undefined
    const { entries, total } = await mails.list(after)
    return layout(page, {
      ...(site === undefined ? {} : { site }),
      path: "/mailbox",
      title: "Mailbox",
      language: "en",
      wide: true,
      styles: mailboxStyles,
      script: "mailList",
      needsScript: false,
      body: markup`<div class="head">
<p>No mail server is configured (<code>SMTP_URL</code>), so mails are kept here and go to nobody.</p>
<p><a href="/mailbox">Refresh</a></p>
</div>
<p class="notice" id="news" role="status"></p>
${empty(entries.length > 0 || after !== undefined, site)}
<ol class="mails" id="mails" role="list" aria-label="Mails, newest first">
${entries.map(item)}
</ol>
${after === undefined ? counted(entries.length, total) : null}`
    })
  }
})
