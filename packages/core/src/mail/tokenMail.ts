import { Duration } from "effect"
import { LIFETIME } from "../account/EmailTokenRepository.js"
import type { Mail } from "../ports/Mailer.js"
import type { MailedTokenPurpose } from "../ports/MailQueue.js"
import { writeMail } from "./writeMail.js"

interface Wording {
  readonly subject: string
  readonly reason: string
  readonly action: string
  readonly otherwise: string
}

const WORDING: Record<MailedTokenPurpose, Wording> = {
  verification: {
    subject: "Verify your email address",
    reason: "please confirm that this is your email address, so that you can sign in to Boardwright.",
    action: "Verify email address",
    otherwise: "If you did not sign up, ignore this mail; nothing will happen."
  },
  reset: {
    subject: "Reset your password",
    reason: "someone, hopefully you, asked to set a new password for your Boardwright account.",
    action: "Set a new password",
    otherwise: "If it was not you, ignore this mail; your password stays as it is."
  }
}

const hours = (purpose: MailedTokenPurpose): string => {
  const count = Duration.toHours(LIFETIME[purpose])
  return count === 1 ? "1 hour" : `${count} hours`
}

/** The mail with the link that has the token. */
export const tokenMail = (
  purpose: MailedTokenPurpose,
  recipient: { readonly name: string; readonly email: string },
  href: string
): Mail => {
  const { action, otherwise, reason, subject } = WORDING[purpose]
  const valid = `The link is valid for ${hours(purpose)} and works once.`
  return writeMail(recipient, { subject, reason, link: { action, href }, closing: [valid, otherwise] })
}
