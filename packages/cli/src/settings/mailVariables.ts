import { Sender, SmtpUrl } from "@boardwright/node"
import { Either, Option } from "effect"
import { kind, onOrOff, secretText } from "./kinds.js"
import { optional, variable } from "./Variable.js"

const smtpUrl = secretText(
  "must be smtp://USER:PASSWORD@HOST:PORT or smtps://..., special characters percent-encoded, without a path; " +
    "of options it takes requireTLS, tls.rejectUnauthorized and name",
  (text) => Either.isRight(SmtpUrl.parse(text))
)

const sender = kind("must be someone@example.com or Some One <someone@example.com>", (text) =>
  Option.isSome(Sender.parse(text)) ? text : null
)

export const mailVariables = {
  smtpUrl: optional("SMTP_URL", smtpUrl, "emails are written to `outbox/` as `.eml` files (mode 0600)", {
    meaning: "the mail server, `smtp://...` or `smtps://...`",
    example: "smtps://boards:secret@mail.example.com",
    onPostgres: "otherwise each instance writes emails to its own `outbox/`"
  }),
  mailFrom: optional(
    "MAIL_FROM",
    sender,
    "`Boardwright <no-reply@localhost>`, or the user of `SMTP_URL` if that is an address",
    { meaning: "the sender of every email", example: "Boards <boards@example.com>" }
  ),
  notificationMails: variable("NOTIFICATION_MAILS", onOrOff, "off", {
    meaning:
      "whether users get emails about tasks that are assigned to them or due tomorrow, comments that mention them, sign-ins from " +
      "a new device and API tokens that expire, until they choose on their account page",
    example: "on"
  })
}
