import { Ports } from "@boardwright/core"
import { Duration, Effect, Either, Layer, Redacted } from "effect"
import type nodemailer from "nodemailer"
import type { NodemailerError } from "nodemailer"
import { mimeMessage } from "./mimeMessage.js"
import * as Sender from "./Sender.js"
import * as SmtpUrl from "./SmtpUrl.js"

export interface Options {
  /** `smtp://user:password@host:port` or `smtps://...`, with the options of `SmtpUrl.parse` in its query. */
  readonly url: Redacted.Redacted
  /**
   * The sender: `someone@example.com` or `Some One <someone@example.com>`. Default: the URL's user if that is an address,
   * otherwise `Boardwright <no-reply@localhost>`. Message-IDs have its domain.
   */
  readonly from?: string | undefined
}

/** How long a mail may take, including the wait for a connection. */
export const TIMEOUT = Duration.minutes(2)

const CONNECTIONS = 2
const CONNECTION_TIMEOUT = Duration.seconds(10)
const GREETING_TIMEOUT = Duration.seconds(10)
const SOCKET_TIMEOUT = Duration.seconds(30)
const IDLE_TIMEOUT = Duration.seconds(20)

/** Why a mail was not sent: the cause of a `MailUnavailable`. */
export class SmtpFailure extends Error {
  override readonly name = "SmtpFailure"
  /** Nodemailer's error code, such as `ECONNECTION` or `EAUTH`. */
  readonly code: string | undefined
  readonly command: string | undefined
  /** The SMTP reply code, if there was a reply. */
  readonly responseCode: number | undefined

  constructor(message: string, { code, command, responseCode }: NodemailerError) {
    super(message)
    this.code = code
    this.command = command
    this.responseCode = responseCode
  }
}

/** The forms in which a server's reply could repeat the password. */
const secretsOf = ({ auth }: SmtpUrl.SmtpUrl): ReadonlyArray<string> => {
  if (auth === undefined || auth.pass === "") return []
  const base64 = (text: string) => Buffer.from(text).toString("base64")
  return [base64(`\0${auth.user}\0${auth.pass}`), base64(auth.pass), encodeURIComponent(auth.pass), auth.pass]
}

const failureOf = (error: unknown, secrets: ReadonlyArray<string>): SmtpFailure => {
  const details: NodemailerError = error instanceof Error ? error : new Error("The mail could not be sent")
  const message = secrets.reduce((text, secret) => text.replaceAll(secret, "<redacted>"), details.message)
  return new SmtpFailure(message, details)
}

const transportTo = ({ createTransport }: typeof nodemailer, url: SmtpUrl.SmtpUrl) =>
  createTransport({
    pool: true,
    host: url.host,
    port: url.port,
    secure: url.secure,
    auth: url.auth,
    requireTLS: url.requireTLS,
    tls: { rejectUnauthorized: url.rejectUnauthorized },
    name: url.name,
    maxConnections: CONNECTIONS,
    // A mail whose connection broke may have arrived: the caller decides whether to send it again.
    maxRequeues: 0,
    connectionTimeout: Duration.toMillis(CONNECTION_TIMEOUT),
    dnsTimeout: Duration.toMillis(CONNECTION_TIMEOUT),
    greetingTimeout: Duration.toMillis(GREETING_TIMEOUT),
    socketTimeout: Duration.toMillis(SOCKET_TIMEOUT),
    idleTimeout: Duration.toMillis(IDLE_TIMEOUT),
    disableFileAccess: true,
    disableUrlAccess: true
  })

const make = Effect.fnUntraced(function* (options: Options) {
  const url = yield* Either.match(SmtpUrl.parse(Redacted.value(options.url)), {
    onLeft: (problem) => Effect.dieMessage(`SmtpMailer: the URL ${problem}`),
    onRight: Effect.succeed
  })
  const user = url.auth?.user ?? ""
  const from = yield* Sender.resolve(
    options.from,
    Sender.isAddress(user) ? { name: Sender.fallback.name, address: user } : Sender.fallback
  )
  const secrets = secretsOf(url)
  const { default: mailer } = yield* Effect.promise(() => import("nodemailer"))
  const transport = yield* Effect.acquireRelease(
    Effect.sync(() => transportTo(mailer, url)),
    (open) => Effect.sync(() => open.close({ force: true }))
  )

  return Ports.Mailer.of({
    send: (mail) =>
      mimeMessage(from, mail).pipe(
        Effect.flatMap((message) =>
          Effect.tryPromise({
            try: (signal) => transport.sendMail({ ...message, signal }),
            catch: (error) => new Ports.MailUnavailable({ cause: failureOf(error, secrets) })
          })
        ),
        Effect.timeoutFail({
          duration: TIMEOUT,
          onTimeout: () => new Ports.MailUnavailable({ cause: new Error("The mail server took too long") })
        }),
        Effect.asVoid
      )
  })
})

/**
 * Sends mails as text and HTML by SMTP, over 2 connections that close with the scope. Timeouts: 10 s for connecting, 10 s
 * for the greeting, 30 s for silence, 2 min for a mail. Succeeds once the server has accepted the mail's data; otherwise
 * fails with `MailUnavailable`, whose cause has the reply code and never the password. Without TLS from the start, STARTTLS
 * is used if the server offers it. A wrong URL or sender is a defect.
 */
export const layer = (options: Options): Layer.Layer<Ports.Mailer> => Layer.scoped(Ports.Mailer, make(options))

/** Connects to the mail server and signs in, without sending. Fails with `MailUnavailable`, whose cause has no password. */
export const verify = (url: SmtpUrl.SmtpUrl): Effect.Effect<void, Ports.MailUnavailable> =>
  Effect.acquireUseRelease(
    Effect.promise(async () => transportTo((await import("nodemailer")).default, url)),
    (transport) =>
      Effect.tryPromise({
        try: () => transport.verify(),
        catch: (error) => new Ports.MailUnavailable({ cause: failureOf(error, secretsOf(url)) })
      }),
    (transport) => Effect.sync(() => transport.close({ force: true }))
  ).pipe(Effect.asVoid)
