import { Ports } from "@boardwright/core"
import { FolderMailer, Sender, SmtpMailer, SmtpUrl } from "@boardwright/node"
import { Effect, Either, Layer, Option, Redacted } from "effect"
import { isFunction, throwProblems } from "./optionRules.js"

/** How mail is sent: `smtp(...)`, `mailFolder(...)`, or `mailerOf(send)` with a function of the host. */
export interface Mailer {
  readonly layer: Layer.Layer<Ports.Mailer>
}

export interface SenderOptions {
  /** The sender: `someone@example.com` or `Some One <someone@example.com>`. */
  readonly from?: string | undefined
}

const checkFrom = ({ from }: SenderOptions): void => {
  if (from !== undefined && Option.isNone(Sender.parse(from))) {
    throwProblems(["from", "must be one address: someone@example.com or Some One <someone@example.com>"])
  }
}

/** Sends by SMTP: `smtp://user:password@host:port` or `smtps://...`. Throws a `BoardwrightError` if the URL is wrong. */
export const smtp = (url: string, options: SenderOptions = {}): Mailer => {
  const parsed = SmtpUrl.parse(url)
  if (Either.isLeft(parsed)) throwProblems(["smtp", `the URL of the mail server ${parsed.left}`])
  checkFrom(options)
  return { layer: SmtpMailer.layer({ url: Redacted.make(url), ...options }) }
}

/** Writes mails as `.eml` files into a folder, for development. Throws a `BoardwrightError` for what is no path. */
export const mailFolder = (directory: string, options: SenderOptions = {}): Mailer => {
  if (typeof directory !== "string" || directory === "") throwProblems(["directory", "must be the path of a folder"])
  checkFrom(options)
  return { layer: FolderMailer.layer({ directory, ...options }) }
}

/** Sends with a function of the host. If it throws or rejects, the mail is retried later. Throws a `BoardwrightError` without one. */
export const mailerOf = (send: (mail: Ports.Mail) => unknown): Mailer => {
  if (!isFunction(send)) throwProblems(["send", "must be a function"])
  return {
    layer: Layer.succeed(Ports.Mailer, {
      send: (mail) =>
        Effect.asVoid(
          Effect.tryPromise({ try: async () => send(mail), catch: (cause) => new Ports.MailUnavailable({ cause }) })
        )
    })
  }
}
