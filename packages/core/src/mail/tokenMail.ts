import { Duration } from "effect"
import { LIFETIME } from "../account/EmailTokenRepository.js"
import type { Mail } from "../ports/Mailer.js"
import type { MailedTokenPurpose } from "../ports/MailQueue.js"
import { en, type MailTexts } from "./texts/en.js"
import { type Recipient, writeMail } from "./writeMail.js"

/** The mail with the link that has the token. */
export const tokenMail = (
  purpose: MailedTokenPurpose,
  recipient: Recipient,
  href: string,
  texts: MailTexts = en
): Mail => {
  const { action, otherwise, reason, subject } = texts[purpose]
  const valid = texts.linkIsValid(Duration.toHours(LIFETIME[purpose]))
  return writeMail(recipient, texts, { subject, reason, link: { action, href }, closing: [valid, otherwise] })
}
