import { Ports } from "@boardwright/core"
import { Clock, Effect } from "effect"
import { isAddress, type Sender } from "./Sender.js"

/** The mail for nodemailer: text and HTML as alternatives, dated by Effect's clock. */
export const mimeMessage = Effect.fnUntraced(function* (from: Sender, mail: Ports.Mail) {
  if (!isAddress(mail.to)) return yield* new Ports.MailUnavailable({ cause: new Error("Not an address to send to") })
  return {
    // As objects: nodemailer parses text as a list of addresses with names.
    from: { ...from },
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(yield* Clock.currentTimeMillis),
    headers: {
      // RFC 3834, 5: no automatic replies.
      "Auto-Submitted": "auto-generated",
      // RFC 8058: mail programs send a POST to the address.
      ...(mail.unsubscribe !== undefined && {
        "List-Unsubscribe": `<${mail.unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
      })
    },
    disableFileAccess: true,
    disableUrlAccess: true
  }
})

export type MimeMessage = Effect.Effect.Success<ReturnType<typeof mimeMessage>>
