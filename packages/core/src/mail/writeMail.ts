import type { Mail } from "../ports/Mailer.js"
import type { MailTexts } from "./texts/en.js"

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** Escapes text for element content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => ESCAPES[found] ?? found)

// Line ends, control and direction characters would let a name pose as the mail's own text. The joiners that emoji and
// some scripts need are harmless.
const DISTURBING = /(?:(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}\s])+/gu
// Mail programs turn such text into links, and anyone can sign up with someone else's address.
const LINK_LIKE = /[/\\@:]|[^\s.]\.[^\s.]/u

/** The name on one line; null if nothing is left of it, or if it could become a link. */
export const plainName = (name: string): string | null => {
  const plain = name.replace(DISTURBING, " ").trim()
  return plain === "" || LINK_LIKE.test(plain) ? null : plain
}

/** The recipient of a mail. */
export interface Recipient {
  readonly name: string
  readonly email: string
}

/** What a mail says, in plain text and the language of its recipient. */
export interface MailContent {
  readonly subject: string
  /** Follows the greeting. */
  readonly reason: string
  /** A list below it. */
  readonly lines?: ReadonlyArray<string>
  readonly link: { readonly action: string; readonly href: string } | null
  readonly closing: ReadonlyArray<string>
  /** Where the recipient ends such mails: a page, and what mail programs send a POST to. */
  readonly unsubscribe?: { readonly href: string; readonly oneClick: string }
}

const linkHtml = ({ action, href }: NonNullable<MailContent["link"]>, openInstead: string): string => {
  const escaped = escapeHtml(href)
  return `<p style="margin:24px 0"><a href="${escaped}" style="display:inline-block;padding:12px 20px;background:#4f46e5;color:#ffffff;text-decoration:none;border-radius:6px">${action}</a></p>
<p>${openInstead}: <a href="${escaped}" style="word-break:break-all">${escaped}</a></p>
`
}

/** The mail in HTML and plain text, with one link at most, beside the one that unsubscribes. */
export const writeMail = (
  recipient: Recipient,
  texts: MailTexts,
  { closing, lines = [], link, reason, subject, unsubscribe }: MailContent
): Mail => {
  const hello = texts.hello(plainName(recipient.name))
  const action = link === null ? [] : [`${link.action}:\n${link.href}`]
  const list = lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join("\n")]
  const end = unsubscribe === undefined ? [] : [`${texts.unsubscribe}:\n${unsubscribe.href}`]
  const text = [hello, reason, ...list, ...action, ...closing, ...end].join("\n\n") + "\n"
  const html = `<!doctype html>
<html lang="${texts.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;color:#1f2937">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(subject)}</h1>
<p>${escapeHtml(hello)}</p>
<p>${escapeHtml(reason)}</p>
${lines.length === 0 ? "" : `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>\n`}${link === null ? "" : linkHtml(link, texts.openInstead)}<p>${escapeHtml(closing.join(" "))}</p>
${unsubscribe === undefined ? "" : `<p><a href="${escapeHtml(unsubscribe.href)}">${texts.unsubscribe}</a></p>\n`}</div>
</body>
</html>
`
  return { to: recipient.email, subject, text, html, ...(unsubscribe && { unsubscribe: unsubscribe.oneClick }) }
}
