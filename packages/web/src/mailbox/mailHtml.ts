import type { Page } from "../Page.js"
import type { MailSource } from "./MailSource.js"

/** What a mail may do in its frame: open its links in a window of their own, and nothing else. */
export const SANDBOX = "allow-popups allow-popups-to-escape-sandbox"

// `frame-ancestors` goes before X-Frame-Options (CSP 3, 6.4.2.2).
const POLICY = [
  `sandbox ${SANDBOX}`,
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'"
].join("; ")

// Pages of ours refuse to be in a frame, so a link must lead out of it; and no name in one is looked up before.
const HEAD = `<base target="_blank"><meta http-equiv="x-dns-prefetch-control" content="off">`

const framed = (html: string): string => html.replace(/^\s*<!doctype[^>]*>|^/i, (doctype) => doctype + HEAD)

/** The address of a mail's HTML. */
export const mailHtmlPath = (file: string): string => `/mailbox/html?file=${encodeURIComponent(file.toWellFormed())}`

/** A mail's HTML as it was sent, for the frame on the mail's own page. */
export const mailHtml = (mails: MailSource): Page => ({
  path: "/mailbox/html",
  contentSecurityPolicy: () => POLICY,
  render: async ({ query }) => {
    const mail = await mails.find(query.get("file") ?? "")
    return mail?._tag !== "Mail" || mail.html === null ? null : framed(mail.html)
  }
})
