import { Duration } from "effect"
import { LIFETIME } from "../account/EmailTokenRepository.js"
import type { Mail } from "../ports/Mailer.js"
import type { MailPurpose } from "../ports/MailQueue.js"

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** Escapes text for element content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => ESCAPES[found] ?? found)

// Line ends, control and direction characters would let a name pose as the mail's own text. The joiners that emoji and
// some scripts need are harmless.
const DISTURBING = /(?:(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}\s])+/gu
// Mail programs turn such text into links, and anyone can sign up with someone else's address.
const LINK_LIKE = /[/\\@:]|[^\s.]\.[^\s.]/u

/** "Hello NAME,", or "Hello," if the name could become a link. */
const greeting = (name: string): string => {
  const plain = name.replace(DISTURBING, " ").trim()
  return plain === "" || LINK_LIKE.test(plain) ? "Hello," : `Hello ${plain},`
}

interface Wording {
  readonly subject: string
  readonly reason: string
  readonly action: string
  readonly otherwise: string
}

const WORDING: Record<MailPurpose, Wording> = {
  verification: {
    subject: "Verify your email address",
    reason: "please confirm that this is your email address, so that you can sign in to Boardwright.",
    action: "Verify email address",
    otherwise: "If you did not sign up, ignore this mail; nothing will happen."
  },
  reset: {
    subject: "Reset your password",
    reason: "someone, hopefully you, asked to set a new password for your Boardwright account.",
    action: "Set a new password",
    otherwise: "If it was not you, ignore this mail; your password stays as it is."
  }
}

const hours = (purpose: MailPurpose): string => {
  const count = Duration.toHours(LIFETIME[purpose])
  return count === 1 ? "1 hour" : `${count} hours`
}

/** The mail for a purpose, in HTML and plain text, with one link. */
export const composeMail = (
  purpose: MailPurpose,
  recipient: { readonly name: string; readonly email: string },
  link: string
): Mail => {
  const { action, otherwise, reason, subject } = WORDING[purpose]
  const hello = greeting(recipient.name)
  const valid = `The link is valid for ${hours(purpose)} and works once.`
  const text = [hello, reason, `${action}:\n${link}`, valid, otherwise].join("\n\n") + "\n"
  const href = escapeHtml(link)
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;color:#1f2937">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px">${subject}</h1>
<p>${escapeHtml(hello)}</p>
<p>${reason}</p>
<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;background:#4f46e5;color:#ffffff;text-decoration:none;border-radius:6px">${action}</a></p>
<p>Or open this address: <a href="${href}" style="word-break:break-all">${href}</a></p>
<p>${valid} ${otherwise}</p>
</div>
</body>
</html>
`
  return { to: recipient.email, subject, text, html }
}
