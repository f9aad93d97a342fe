import { Duration } from "effect"
import { LIFETIME } from "../account/EmailTokenRepository.js"
import type { Mail } from "../ports/Mailer.js"
import type { MailedTokenPurpose } from "../ports/MailQueue.js"
import { textsIn } from "./texts/textsIn.js"
import { type Recipient, writeMail } from "./writeMail.js"

/** The mail with the link that has the token. */
export const tokenMail = (purpose: MailedTokenPurpose, recipient: Recipient, href: string): Mail => {
  const texts = textsIn(recipient.language)
  const { action, otherwise, reason, subject } = texts[purpose]
  const valid = texts.linkIsValid(Duration.toHours(LIFETIME[purpose]))
  return writeMail(recipient, { subject, reason, link: { action, href }, closing: [valid, otherwise] })
}
