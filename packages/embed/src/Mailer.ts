import { Ports } from "@boardwright/core"
import { FolderMailer, Sender, SmtpMailer, SmtpUrl } from "@boardwright/node"
import { Effect, Either, Layer, Option, Redacted } from "effect"
import { refuse } from "./rules.js"

/** How mails go out: `smtp(...)`, `mailFolder(...)`, or `mailerOf(send)` of the host's own. */
export interface Mailer {
  readonly layer: Layer.Layer<Ports.Mailer>
}

/** Whom mails are from. */
export interface SenderOptions {
  /** `someone@example.com` or `Some One <someone@example.com>`. */
  readonly from?: string | undefined
}

const checkFrom = ({ from }: SenderOptions): void => {
  if (from !== undefined && Option.isNone(Sender.parse(from))) {
    refuse(["from", "must be one address: someone@example.com or Some One <someone@example.com>"])
  }
}

/** By SMTP: `smtp://user:password@host:port` or `smtps://...`. Throws a `BoardwrightError` where that is none. */
export const smtp = (url: string, options: SenderOptions = {}): Mailer => {
  const parsed = SmtpUrl.parse(url)
  if (Either.isLeft(parsed)) refuse(["smtp", `the URL of the mail server ${parsed.left}`])
  checkFrom(options)
  return { layer: SmtpMailer.layer({ url: Redacted.make(url), ...options }) }
}

/** As `.eml` files in a folder, for development. */
export const mailFolder = (directory: string, options: SenderOptions = {}): Mailer => {
  checkFrom(options)
  return { layer: FolderMailer.layer({ directory, ...options }) }
}

/** By a function of the host's. Where it throws or rejects, the mail is tried again later. */
export const mailerOf = (send: (mail: Ports.Mail) => unknown): Mailer => ({
  layer: Layer.succeed(Ports.Mailer, {
    send: (mail) =>
      Effect.asVoid(
        Effect.tryPromise({ try: async () => send(mail), catch: (cause) => new Ports.MailUnavailable({ cause }) })
      )
  })
})
