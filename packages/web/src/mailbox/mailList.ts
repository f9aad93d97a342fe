import { layout, links } from "../layout.js"
import { markup, type Markup } from "../markup.js"
import type { Page } from "../Page.js"
import type { Site } from "../Site.js"
import type { Texts } from "../text/en.js"
import { languageOf, textsOf } from "../text/language.js"
import { timeOf } from "./timeOf.js"
import type { Entry, KeptMail, MailSource } from "./MailSource.js"
import { mailLink } from "./mailLink.js"
import { mailMessagePath } from "./mailMessage.js"
import { mailboxStyles } from "./mailboxStyles.js"
import { plainLine } from "./plain.js"

/** What is said, and how numbers in it are written. */
interface Said {
  readonly language: string
  readonly texts: Texts
}

const linkOf = ({ text, to }: KeptMail, texts: Texts): Markup | null => {
  const link = mailLink(text)
  if (link === null) return null
  const label = texts[link.label]
  // The label comes first, so that it is also what one says to open it; the rest tells such links apart.
  return markup`<a class="button" href="${link.href}" aria-label="${label}: ${plainLine(to)}">${label}</a>`
}

const mailItem = (mail: KeptMail, texts: Texts): Markup =>
  markup`<li data-file="${mail.file}">
<div class="about">
<h2><a href="${mailMessagePath(mail.file)}"><bdi>${mail.subject.trim() === "" ? texts["mailbox.noSubject"] : plainLine(mail.subject)}</bdi></a></h2>
<p>${texts["mailbox.to"]}: <bdi>${plainLine(mail.to)}</bdi></p>
<p class="hint">${timeOf(mail.date)}</p>
</div>
${linkOf(mail, texts)}
</li>`

const item = (entry: Entry, texts: Texts): Markup =>
  entry._tag === "Mail"
    ? mailItem(entry, texts)
    : markup`<li data-file="${entry.file}">
<div class="about">
<h2><bdi>${plainLine(entry.file)}</bdi></h2>
<p>${texts[`mailbox.not.${entry.reason}`]}</p>
</div>
</li>`

const counted = (listed: number, total: number, { language, texts }: Said): Markup | null =>
  listed < total
    ? markup`<p class="hint">${texts["mailbox.newest"].replace("{listed}", listed.toLocaleString(language)).replace("{total}", total.toLocaleString(language))}</p>`
    : null

const empty = (hidden: boolean, site: Site | undefined, { texts }: Said): Markup =>
  markup`<div id="empty"${hidden ? markup` hidden` : null}><h2>${texts["mailbox.empty.title"]}</h2>
<p>${texts["mailbox.empty"]}</p>
${site === undefined ? null : links([["/signup", texts["home.create"]]])}</div>`

/** The mails that were kept, newest first. New ones appear by themselves while the page is looked at. */
export const mailList = (mails: MailSource, site?: Site): Page => ({
  path: "/mailbox",
  render: async (page) => {
    const after = page.query.get("after") ?? undefined
    const [{ entries, total }, texts] = await Promise.all([mails.list(after), textsOf(page)])
    const said = { language: languageOf(page), texts }
    return layout(page, {
      ...(site === undefined ? {} : { site }),
      path: "/mailbox",
      title: texts["site.mailbox"],
      wide: true,
      styles: mailboxStyles,
      script: "mailList",
      needsScript: false,
      body: markup`<div class="head">
<p>${texts["mailbox.why"]}</p>
<p><a href="/mailbox">${texts["mailbox.refresh"]}</a></p>
</div>
<p class="notice" id="news" role="status" data-one="${texts["mailbox.news.one"]}" data-other="${texts["mailbox.news.other"]}" data-gone="${texts["mailbox.gone"]}"></p>
${empty(entries.length > 0 || after !== undefined, site, said)}
<ol class="mails" id="mails" role="list" aria-label="${texts["mailbox.list"]}">
${entries.map((entry) => item(entry, texts))}
</ol>
${after === undefined ? counted(entries.length, total, said) : null}`
    })
  }
})
