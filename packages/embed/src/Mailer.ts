import { Ports } from "@boardwright/core"
import { OutboxMailer, SmtpMailer } from "@boardwright/node"
import { Effect, Layer, Redacted } from "effect"

/** How mails go out: `smtp(...)`, `outbox(...)`, or `mailerOf(send)` of the host's own. */
export interface Mailer {
  readonly layer: Layer.Layer<Ports.Mailer>
}

/** By SMTP, `smtp://` or `smtps://` with user and password; `from` is `Some One <someone@example.com>`. */
export const smtp = (url: string, options: { readonly from?: string | undefined } = {}): Mailer => ({
  layer: SmtpMailer.layer({ url: Redacted.make(url), ...options })
})

/** As `.eml` files in a folder, for development. */
export const outbox = (directory: string, options: { readonly from?: string | undefined } = {}): Mailer => ({
  layer: OutboxMailer.layer({ directory, ...options })
})

/** By a function of the host's; a rejected promise is tried again later. */
export const mailerOf = (send: (mail: Ports.Mail) => Promise<unknown>): Mailer => ({
  layer: Layer.succeed(Ports.Mailer, {
    send: (mail) =>
      Effect.asVoid(
        Effect.tryPromise({ try: () => send(mail), catch: (cause) => new Ports.MailUnavailable({ cause }) })
      )
  })
})
