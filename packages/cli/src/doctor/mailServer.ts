import { MailCertificate, SmtpMailer, SmtpUrl } from "@boardwright/node"
import { Effect, Either, Redacted } from "effect"
import type { Settings } from "../settings.js"
import { ageText, error, type Finding, ok, warning } from "./Finding.js"

const CHECK = "mail server"
const CERTIFICATE = "mail certificate"
const CERTIFICATE_WITHIN = "10 seconds"
const DAY = 86_400_000
/** Let's Encrypt's certificates are renewed 30 days before their end. */
const SOON = 14 * DAY

const certificateFinding = (found: MailCertificate.MailCertificate | null, isChecked: boolean): Finding => {
  if (found === null)
    return warning(
      CERTIFICATE,
      "the server offers no TLS: mails and the password are sent in plain text",
      "use smtps://"
    )
  const left = found.validTo.getTime() - Date.now()
  const until = `valid until ${found.validTo.toISOString().slice(0, 10)}`
  if (left <= 0) return error(CERTIFICATE, `expired on ${found.validTo.toISOString().slice(0, 10)}`, "renew it")
  if (found.problem !== null) {
    const finding = `is not trusted (${found.problem}), ${until}`
    const advice =
      found.problem === "CERT_NOT_YET_VALID"
        ? "correct this machine's clock, and use NTP"
        : "use the server's public name, or give Node its authority by NODE_EXTRA_CA_CERTS"
    return isChecked ? error(CERTIFICATE, finding, advice) : warning(CERTIFICATE, finding, advice)
  }
  return left < SOON
    ? warning(CERTIFICATE, `ends in ${ageText(left)}`, "renew it")
    : ok(CERTIFICATE, `${until}, for ${ageText(left)}`)
}

/** Whether the mail server takes mails from us, and its certificate. Sends nothing. */
export const checkMailServer = Effect.fnUntraced(function* (smtpUrl: Redacted.Redacted | null) {
  if (smtpUrl === null)
    return [warning(CHECK, "is not set: mails are written to files", "set SMTP_URL, so that people get them")]
  const url = Either.getOrThrowWith(SmtpUrl.parse(Redacted.value(smtpUrl)), (problem) => new Error(problem))
  const place = `${url.host}${url.port === undefined ? "" : `:${url.port}`}`
  const read = Effect.timeout(Effect.disconnect(MailCertificate.read(url)), CERTIFICATE_WITHIN)
  const [certificate, verified] = yield* Effect.all([Effect.either(read), Effect.either(SmtpMailer.verify(url))], {
    concurrency: "unbounded"
  })
  const certificates = Either.match(certificate, {
    onLeft: () => [],
    onRight: (found) => [certificateFinding(found, url.rejectUnauthorized)]
  })
  if (Either.isRight(verified)) return [ok(CHECK, `${place} accepts us`), ...certificates]
  const { cause } = verified.left
  const reason = cause instanceof Error ? cause.message : String(cause)
  return [
    error(CHECK, `${place} cannot be used: ${reason}`, "check SMTP_URL, the mail server and the way to it"),
    ...certificates
  ]
})

const NOTIFICATIONS = "notification mails"

/** Whether mails about tasks, devices and tokens are sent, and lead people here. */
export const checkNotificationMails = ({ baseUrl, notificationMails, smtpUrl }: Settings): Finding => {
  if (!notificationMails) return ok(NOTIFICATIONS, "are off: nobody gets mails about tasks and sign-ins")
  const missing = [...(smtpUrl === null ? ["SMTP_URL"] : []), ...(baseUrl === null ? ["BASE_URL"] : [])]
  if (missing.length === 0) return ok(NOTIFICATIONS, "are on, for everyone who does not refuse them")
  const why = smtpUrl === null ? "they are written to files" : "their links lead to this machine only"
  return warning(NOTIFICATIONS, `are on, but ${why}`, `set ${missing.join(" and ")}`)
}
