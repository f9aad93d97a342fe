import { Ports } from "@boardwright/core"
import { Clock, Effect } from "effect"
import { isAddress, type Sender } from "./Sender.js"

/** The mail as nodemailer takes it: text and HTML as alternatives, dated by Effect's clock. */
export const composeMail = Effect.fnUntraced(function* (from: Sender, mail: Ports.Mail) {
  if (!isAddress(mail.to)) return yield* new Ports.MailUnavailable({ cause: new Error("Not an address to send to") })
  return {
    // Addresses as objects: nodemailer reads a text as a list of addresses with names.
    from: { ...from },
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(yield* Clock.currentTimeMillis),
    // RFC 3834, 5: asks answering machines not to answer.
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true
  }
})

/** What `composeMail` makes. */
export type ComposedMail = Effect.Effect.Success<ReturnType<typeof composeMail>>
